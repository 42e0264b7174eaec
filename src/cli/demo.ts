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
import { openPlace, type Place } from './demo-place.ts';
import { lookInside } from './demo-store.ts';
import { describeDemo } from './demo-words.ts';
import { Failure } from './failure.ts';
import { fillSite } from './seed.ts';

const HOST = '127.0.0.1';
const POLL_MS = 50;
const LAST_WORDS = 2000;
/** A power cut may cost the demo a second; waiting for the disk would cost every start more. */
const UNHURRIED = ['-c', 'synchronous_commit=off'];

type Options = { data?: string; port: number; fresh?: boolean };

/** `lamplight demo`: returns when the site is up; what was started keeps the program alive. */
export async function runDemo(options: Options): Promise<void> {
  const started = stopOnSignal();
  try {
    await start(started, options);
  } catch (error) {
    // Somebody stopped it, and what fails now fails because of that.
    if (started.stopping) return;
    await started.unwind();
    throw error;
  }
}

async function start(started: StopStack, options: Options): Promise<void> {
  const named = process.env['DATABASE_URL'];
  if (named && options.fresh) {
    throw new Failure('--fresh empties no database of yours: name an empty one in DATABASE_URL.');
  }
  const place = openPlace(options);
  const building = ensureClientScripts();
  console.log(`PostgreSQL: ${named ? 'DATABASE_URL' : place.postgres}`);
  const databaseUrl = named ?? (await forkPostgres(started, place.postgres, UNHURRIED));
  const env = await settle(databaseUrl, place, options);
  await prepare(databaseUrl, env, place);
  await building;
  await openSite(started, env, place);
  if (started.stopping) return;
  const { password, made_at = '' } = place.notes;
  const url = env['BASE_URL'] ?? '';
  console.log(
    describeDemo({
      url,
      password,
      directory: place.directory,
      made_at: new Date(made_at),
      data: options.data,
    }),
  );
}

/** Of the environment only what is not a setting: a site that is set up in this directory must not show through. */
async function settle(
  databaseUrl: string,
  place: Place,
  { port: wanted }: Options,
): Promise<NodeJS.ProcessEnv> {
  const port = await findFreePort(wanted, HOST);
  const settings = Object.keys(ConfigSchema.properties).flatMap((name) => [name, `${name}_FILE`]);
  const others = Object.entries(process.env).filter(([name]) => !settings.includes(name));
  return {
    ...Object.fromEntries(others),
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    SECRET_KEY: place.notes.secret_key,
    BASE_URL: `http://localhost:${port}`,
    HOST,
    PORT: String(port),
    METRICS_PORT: '-1',
    STORAGE_DIR: place.uploads,
    DRAIN_SECONDS: '0',
    LOG_LEVEL: 'warn',
    // One visitor on a laptop that is busy with other things is no overload.
    SHED_DELAY_MS: '0',
  };
}

/** Looks before it touches anything: the database may be somebody's site. */
async function prepare(databaseUrl: string, env: NodeJS.ProcessEnv, place: Place): Promise<void> {
  const found = await lookInside(databaseUrl);
  const isMade = place.notes.made_at !== undefined;
  if (found === 'taken' || (found === 'demo' && !isMade))
    throw new Failure('DATABASE_URL has members already. The demo needs an empty database.');
  if (found === 'empty' && isMade)
    throw new Failure(`${place.directory} belongs to another database. Name another with --data.`);
  await migrateDatabase(databaseUrl);
  if (found === 'demo') return;
  await fillSite(readConfig(env), place.notes.password);
  place.noteMade(new Date());
}

async function openSite(started: StopStack, env: NodeJS.ProcessEnv, place: Place): Promise<void> {
  const log = openSync(place.log, 'w', 0o600);
  // In a process group of its own: Ctrl-C would reach it twice, and the second signal means "at once".
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
  await waitUntilUp(started, site, env, place);
  site.once('exit', () => {
    if (started.stopping) return;
    console.error(`The site ended: ${lastWords(place)}`);
    process.exitCode = 1;
    started.stopAll();
  });
}

async function waitUntilUp(
  started: StopStack,
  site: ChildProcess,
  env: NodeJS.ProcessEnv,
  place: Place,
): Promise<void> {
  while (!started.stopping) {
    if (!isRunning(site)) throw new Failure(`The site did not start: ${lastWords(place)}`);
    const answer = await fetch(`http://${HOST}:${env['PORT']}/healthz`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(POLL_MS);
  }
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

function lastWords({ log }: Place): string {
  return `${log} says\n${readFileSync(log, 'utf8').slice(-LAST_WORDS)}`;
}
