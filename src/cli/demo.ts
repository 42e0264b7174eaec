import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../config.ts';
import { ConfigSchema } from '../config-schema.ts';
import { forkPostgres } from '../local/fork-postgres.ts';
import { findFreePort } from '../local/free-port.ts';
import { type StopStack, stopOnSignal } from '../local/stop-on-signal.ts';
import { entryPath } from '../paths.ts';
import { migrateDatabase } from '../platform/db/install.ts';
import { ensureClientScripts } from './client-scripts.ts';
import { type DemoDirectory, openDemoDirectory } from './demo-directory.ts';
import { describeDemo } from './demo-output.ts';
import { inspectDatabase } from './demo-store.ts';
import { Failure } from './failure.ts';
import { fillSite } from './seed.ts';

const HOST = '127.0.0.1';
const POLL_MS = 50;
const LOG_TAIL = 2000;
/** A power cut may lose the last second of the demo; waiting for the disk would slow every start. */
const POSTGRES_ARGS = ['-c', 'synchronous_commit=off'];

type Options = { data?: string; port: number; fresh?: boolean };

/** `lamplight demo`: returns when the site is up; its child processes keep the program alive. */
export async function runDemo(options: Options): Promise<void> {
  const started = stopOnSignal();
  try {
    await start(started, options);
  } catch (error) {
    // An error after a signal is caused by the signal.
    if (started.stopping) return;
    await started.unwind();
    throw error;
  }
}

async function start(started: StopStack, options: Options): Promise<void> {
  const givenUrl = process.env['DATABASE_URL'];
  if (givenUrl && options.fresh) {
    throw new Failure('--fresh empties no database of yours: name an empty one in DATABASE_URL.');
  }
  const directory = openDemoDirectory(options);
  const building = ensureClientScripts();
  console.log(`PostgreSQL: ${givenUrl ? 'DATABASE_URL' : directory.postgres}`);
  const databaseUrl = givenUrl ?? (await forkPostgres(started, directory.postgres, POSTGRES_ARGS));
  const env = await buildEnvironment(databaseUrl, directory, options);
  await seedOnce(databaseUrl, env, directory);
  await building;
  await startSite(started, env, directory);
  if (started.stopping) return;
  const { password, seeded_at = '' } = directory.file;
  const url = env['BASE_URL'] ?? '';
  console.log(
    describeDemo({
      url,
      password,
      directory: directory.path,
      seeded_at: new Date(seeded_at),
      data: options.data,
    }),
  );
}

/** Drops inherited settings: those of another site in this shell must not apply to the demo. */
async function buildEnvironment(
  databaseUrl: string,
  directory: DemoDirectory,
  { port: preferred }: Options,
): Promise<NodeJS.ProcessEnv> {
  const port = await findFreePort(preferred, HOST);
  const settings = Object.keys(ConfigSchema.properties).flatMap((name) => [name, `${name}_FILE`]);
  const others = Object.entries(process.env).filter(([name]) => !settings.includes(name));
  return {
    ...Object.fromEntries(others),
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    SECRET_KEY: directory.file.secret_key,
    BASE_URL: `http://localhost:${port}`,
    HOST,
    PORT: String(port),
    METRICS_PORT: '-1',
    STORAGE_DIR: directory.uploads,
    DRAIN_SECONDS: '0',
    LOG_LEVEL: 'warn',
    // A busy laptop with one visitor is not overloaded.
    SHED_DELAY_MS: '0',
  };
}

/** Seeds an empty database. Inspects it before any change: it may be another site. */
async function seedOnce(
  databaseUrl: string,
  env: NodeJS.ProcessEnv,
  directory: DemoDirectory,
): Promise<void> {
  const content = await inspectDatabase(databaseUrl);
  const isSeeded = directory.file.seeded_at !== undefined;
  if (content === 'taken' || (content === 'demo' && !isSeeded))
    throw new Failure('DATABASE_URL has members already. The demo needs an empty database.');
  if (content === 'empty' && isSeeded)
    throw new Failure(`${directory.path} belongs to another database. Name another with --data.`);
  await migrateDatabase(databaseUrl);
  if (content === 'demo') return;
  await fillSite(readConfig(env), directory.file.password);
  directory.markSeeded(new Date());
}

async function startSite(
  started: StopStack,
  env: NodeJS.ProcessEnv,
  directory: DemoDirectory,
): Promise<void> {
  const log = openSync(directory.log, 'w', 0o600);
  // Its own process group: otherwise Ctrl-C signals it twice, and the second signal skips the graceful stop.
  const site = spawn(process.execPath, [...process.execArgv, entryPath('cli/demo-site')], {
    env,
    detached: true,
    stdio: ['ignore', log, log, 'ipc'],
  });
  const exited = once(site, 'exit');
  started.push(async () => {
    if (isRunning(site)) site.kill('SIGTERM');
    await exited;
  });
  await waitUntilUp(started, site, env, directory);
  site.once('exit', () => {
    if (started.stopping) return;
    console.error(`The site ended: ${readLogTail(directory)}`);
    process.exitCode = 1;
    started.stopAll();
  });
}

async function waitUntilUp(
  started: StopStack,
  site: ChildProcess,
  env: NodeJS.ProcessEnv,
  directory: DemoDirectory,
): Promise<void> {
  while (!started.stopping) {
    if (!isRunning(site)) throw new Failure(`The site did not start: ${readLogTail(directory)}`);
    const response = await fetch(`http://${HOST}:${env['PORT']}/healthz`).catch(() => undefined);
    if (response?.ok) return;
    await sleep(POLL_MS);
  }
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

function readLogTail({ log }: DemoDirectory): string {
  return `${log} says\n${readFileSync(log, 'utf8').slice(-LOG_TAIL)}`;
}
