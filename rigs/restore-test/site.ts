import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../src/local/free-port.ts';
import { createDatabase, dropDatabase } from '../../src/local/postgres.ts';
import { MEMBERS_UNLIMITED } from '../../test/support/member-limits.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const READY_MS = 60_000;

export type Outcome = { code: number; output: string };

/** What runs: this checkout's sources, or the build of a release. */
export type Program = { directory: string; server: string[]; cli: string[] };

const FROM_SOURCES: Program = {
  directory: ROOT,
  server: ['--import', 'tsx', join(ROOT, 'src/server.ts')],
  cli: ['--import', 'tsx', join(ROOT, 'src/cli/lamplight.ts')],
};

/** A site that can be destroyed and restored: database, storage, settings, processes. */
export type Site = {
  readonly url: string;
  readonly storage: string;
  readonly backups: string;
  readonly databaseUrl: string;
  /** The program that everything after this runs. */
  install(program: Program): void;
  lamplight(...args: string[]): Promise<Outcome>;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Deletes the database and every file. */
  wipe(): Promise<void>;
  /** Stops it and removes its files; the database stays. */
  close(): Promise<void>;
  remove(): Promise<void>;
};

export async function openSite(postgresUrl: string): Promise<Site> {
  const server = { url: postgresUrl };
  const database = `lamplight_restore_${randomBytes(4).toString('hex')}`;
  const directory = mkdtempSync(join(tmpdir(), 'lamplight-restore-'));
  const storage = join(directory, 'uploads');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const databaseUrl = await createDatabase(server, database);
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: databaseUrl,
    SECRET_KEY: randomBytes(48).toString('base64'),
    BASE_URL: url,
    PORT: String(port),
    METRICS_PORT: '-1',
    STORAGE_DIR: storage,
    LOG_LEVEL: 'warn',
    DRAIN_SECONDS: '0',
    // All members share one address.
    LIMIT_REGISTER: 'off',
    LIMIT_SENSITIVE: 'off',
    LIMIT_ANONYMOUS: 'off',
    ...MEMBERS_UNLIMITED,
    SHED_DELAY_MS: '0',
  };
  let program = FROM_SOURCES;
  const run = (args: string[]) =>
    spawn(process.execPath, args, {
      cwd: program.directory,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  let web: ChildProcess | undefined;

  const site: Site = {
    url,
    storage,
    backups: join(directory, 'backups'),
    databaseUrl,
    install(installed) {
      program = installed;
    },
    async lamplight(...args) {
      const child = run([...program.cli, ...args]);
      const [stdout, stderr, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close'),
      ]);
      return { code: Number(code ?? 1), output: stdout + stderr };
    },
    async start() {
      const started = run(program.server);
      web = started;
      let output = '';
      for (const stream of [started.stdout, started.stderr]) {
        stream.on('data', (chunk) => {
          output += chunk;
        });
      }
      const deadline = Date.now() + READY_MS;
      while (!(await isReady(url))) {
        if (started.exitCode !== null || Date.now() > deadline)
          throw new Error(`the site did not start: ${output}`);
        await sleep(50);
      }
    },
    async stop() {
      if (!web || web.exitCode !== null || web.signalCode !== null) return;
      const gone = once(web, 'close');
      web.kill('SIGTERM');
      await gone;
    },
    async wipe() {
      await site.stop();
      await dropDatabase(server, database);
      await createDatabase(server, database);
      rmSync(storage, { recursive: true, force: true });
    },
    async close() {
      await site.stop();
      rmSync(directory, { recursive: true, force: true });
    },
    async remove() {
      await site.close();
      await dropDatabase(server, database);
    },
  };
  return site;
}

async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/readyz`).catch(() => undefined);
  await response?.arrayBuffer();
  return response?.ok ?? false;
}
