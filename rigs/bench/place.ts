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
import { type Apart, keepApart } from '../load/pinning.ts';

/** As it comes, but for what every operator of a site of this size sets. Commits wait for the disk. */
const SETTINGS = { shared_buffers: '1GB', max_wal_size: '8GB', max_connections: '200' };

/** Where it all happens: a PostgreSQL, and who gets which core. */
export type Place = {
  readonly build: Build;
  readonly apart: Apart;
  readonly server: OwnServer;
  /** For what the sites here need on the disk. */
  readonly directory: string;
};

export type PlaceOptions = {
  build: Build;
  /** Where sets are kept for the next run; without it they go with the run. */
  kept?: string | undefined;
  settings?: Record<string, string>;
};

export async function openPlace({ build, kept, settings = {} }: PlaceOptions): Promise<Place> {
  const apart = keepApart();
  const directory = mkdtempSync(join(tmpdir(), 'lamplight-bench-'));
  atEnd(() => rmSync(directory, { recursive: true, force: true }));
  const home = kept === undefined ? directory : resolve(kept);
  mkdirSync(home, { recursive: true });
  // The database runs as somebody else where this is root.
  chmodSync(home, 0o755);
  const lines = Object.entries({ ...SETTINGS, ...settings }).map(
    ([name, value]) => `${name} = '${value}'\n`,
  );
  const server = await startServer(home, lines.join(''));
  // It is killed in the end, and would begin the next run by doing this one's work again.
  if (kept !== undefined) atEnd(() => checkpoint(server));
  return { build, apart, server, directory };
}

function checkpoint({ server_url }: OwnServer): Promise<unknown> {
  return withClient(server_url, (client) => client.query('checkpoint'));
}

export function describePlacement({ isApart }: Apart): string {
  return isApart
    ? 'what answers over HTTP, ours or its twin, has one core; PostgreSQL and the generator (wrk or pgbench) share the other'
    : 'everything shares all cores';
}

export function describeDatabase(): string {
  const settings = Object.entries(SETTINGS).map(([name, value]) => `${name} ${value}`);
  return settings.join(', ');
}

/** Of what was measured with, beside Node and the machine. */
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
    // wrk says it and complains that it was asked nothing else.
    output = String((error as { stdout?: string }).stdout);
  }
  return /\d+\.[\d.]*\d/.exec(output)?.[0] ?? 'unknown';
}
