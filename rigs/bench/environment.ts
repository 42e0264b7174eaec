import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findBinary } from '../../test/support/binaries.ts';
import { atEnd } from '../../test/support/cleanup.ts';
import { withClient } from '../../test/support/with-client.ts';
import { programOf } from '../chaos/site/database-programs.ts';
import { type OwnServer, startServer } from '../chaos/site/postgres.ts';
import type { Build } from '../chaos/site/site.ts';
import { type CorePinning, pinCores } from '../load/pinning.ts';

/** Settings that every operator of a site of this size changes; all others are PostgreSQL's defaults. Commits wait for the disk. */
const SETTINGS = { shared_buffers: '1GB', max_wal_size: '8GB', max_connections: '200' };

/** A PostgreSQL server, the pinning of processes to cores, and a directory. */
export type Environment = {
  readonly build: Build;
  readonly pinning: CorePinning;
  readonly server: OwnServer;
  /** For the sites' files. */
  readonly directory: string;
};

export type EnvironmentOptions = {
  build: Build;
  /** Stores the set for the next run; without it the set is deleted with the run. */
  dataDirectory?: string | undefined;
  settings?: Record<string, string>;
};

export async function openEnvironment({
  build,
  dataDirectory,
  settings = {},
}: EnvironmentOptions): Promise<Environment> {
  const pinning = pinCores();
  const directory = mkdtempSync(join(tmpdir(), 'lamplight-bench-'));
  atEnd(() => rmSync(directory, { recursive: true, force: true }));
  const home = dataDirectory === undefined ? directory : resolve(dataDirectory);
  mkdirSync(home, { recursive: true });
  // As root, PostgreSQL runs as another user.
  chmodSync(home, 0o755);
  const lines = Object.entries({ ...SETTINGS, ...settings }).map(
    ([name, value]) => `${name} = '${value}'\n`,
  );
  const server = await startServer(home, lines.join(''));
  // PostgreSQL is killed at the end; without a checkpoint the next run would begin with its recovery.
  if (dataDirectory !== undefined) atEnd(() => checkpoint(server));
  return { build, pinning, server, directory };
}

function checkpoint({ server_url }: OwnServer): Promise<unknown> {
  return withClient(server_url, (client) => client.query('checkpoint'));
}

export function describePinning({ isPinned }: CorePinning): string {
  return isPinned
    ? 'the HTTP server, ours or its baseline, has one core; PostgreSQL and the load generator (wrk or pgbench) share the other'
    : 'everything shares all cores';
}

export function describeDatabase(): string {
  const settings = Object.entries(SETTINGS).map(([name, value]) => `${name} ${value}`);
  return settings.join(', ');
}

/** Versions of the tools, besides Node. */
export function versions(): Record<'postgres' | 'pgbench' | 'wrk', string> {
  return {
    postgres: versionOf(programOf('postgres'), '--version'),
    pgbench: versionOf(programOf('pgbench'), '--version'),
    wrk: versionOf(findBinary('wrk', 'wrk'), '--version'),
  };
}

function versionOf(program: string, flag: string): string {
  let output: string;
  try {
    output = execFileSync(program, [flag], { encoding: 'utf8' });
  } catch (error) {
    // wrk prints its version and exits with an error.
    output = String((error as { stdout?: string }).stdout);
  }
  return /\d+\.[\d.]*\d/.exec(output)?.[0] ?? 'unknown';
}
