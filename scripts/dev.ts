/** `npm run dev`: a database, the newest schema, and a site that follows every change of its sources. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSetupToken } from '../src/accounts/actions/set-up-owner.ts';
import { withContext } from '../src/cli/context.ts';
import { type Config, readConfig } from '../src/config.ts';
import { loadEnvFile } from '../src/config-env.ts';
import { forkPostgres } from '../src/local/fork-postgres.ts';
import { findFreePort } from '../src/local/free-port.ts';
import { stopOnSignal } from '../src/local/stop-on-signal.ts';
import { migrateDatabase } from '../src/platform/db/install.ts';
import { siteHasOwner } from '../src/users/actions/find-user.ts';
import { buildPictures } from './build-pictures.ts';
import { type Bundle, openClientBundle, openServerBundle } from './dev/bundles.ts';
import { startFront } from './dev/front.ts';
import { createSite } from './dev/site.ts';
import { watchFiles } from './dev/watch.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DATA = join(ROOT, 'data');

const started = stopOnSignal();

try {
  process.chdir(ROOT);
  loadEnvFile();
  await start();
} catch (error) {
  if (!started.stopping) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
    started.stopAll();
  }
}

async function start(): Promise<void> {
  mkdirSync(DATA, { recursive: true });
  const database = isSet('DATABASE_URL') ? undefined : await startPostgres();
  const env = await completeSettings(database?.url);
  const config = readConfig(env);
  const applied = await migrateDatabase(config.DATABASE_MIGRATION_URL || config.DATABASE_URL);
  for (const name of applied) console.log(`applied ${name}`);
  await serve(env, config);
  if (!started.stopping) console.log(await describe(config, database?.directory));
}

/** The settings of the environment, with defaults for the missing ones. */
async function completeSettings(databaseUrl: string | undefined): Promise<NodeJS.ProcessEnv> {
  const { env } = process;
  const preferred = Number(env['PORT'] || 3000);
  const port = await findFreePort(preferred, env['HOST'] || '127.0.0.1');
  if (port !== preferred) console.log(`port ${preferred} is in use, using ${port}`);
  const preferredMetrics = Number(env['METRICS_PORT'] || 9464);
  const metricsPort =
    preferredMetrics < 0
      ? preferredMetrics
      : await findFreePort(preferredMetrics, env['METRICS_HOST'] || '127.0.0.1', port);
  return {
    ...env,
    NODE_ENV: 'development',
    STYLEGUIDE: 'true',
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    BASE_URL: env['BASE_URL'] || `http://localhost:${port}`,
    // There is no proxy that must stop sending requests, so restart at once.
    DRAIN_SECONDS: env['DRAIN_SECONDS'] || '0',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    ...(isSet('SECRET_KEY') ? {} : { SECRET_KEY: developmentSecret() }),
  };
}

function isSet(name: string): boolean {
  return Boolean(process.env[name] || process.env[`${name}_FILE`]);
}

/** Stored, so that sessions survive a restart. */
function developmentSecret(): string {
  const file = join(DATA, 'dev-secret');
  if (!existsSync(file)) writeFileSync(file, randomBytes(48).toString('base64'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

async function startPostgres(): Promise<{ url: string; directory: string }> {
  const directory = join(DATA, 'postgres');
  console.log(`starting PostgreSQL in ${directory}`);
  return { url: await forkPostgres(started, directory), directory };
}

/** Rebuilds and restarts after every change. A build or start that fails leaves the running site as it is. */
async function serve(env: NodeJS.ProcessEnv, config: Config): Promise<void> {
  const front = await startFront(config.PORT, config.HOST);
  started.push(front.close);
  const metrics =
    config.METRICS_PORT < 0
      ? undefined
      : await startFront(config.METRICS_PORT, config.METRICS_HOST);
  if (metrics) started.push(metrics.close);
  await buildPictures();
  const bundles = await Promise.all([openServerBundle(), openClientBundle()]);
  const [server] = bundles;
  started.push(async () => void (await Promise.all(bundles.map((one) => one.dispose()))));
  const site = createSite(env, { site: front, metrics }, server.packages);
  started.push(site.stop);

  /** What failed is built again after the next change, whichever file that is. */
  let stale: Bundle[] = bundles;
  const update = async (): Promise<boolean> => {
    const results = await Promise.allSettled(stale.map((one) => one.rebuild()));
    stale = stale.filter((_, index) => results[index]?.status === 'rejected');
    return stale.length === 0 && site.restart();
  };
  await update();
  const unwatch = watchFiles('src', async (paths) => {
    if (paths.some((path) => path.endsWith('.css'))) front.notify('style');
    const changed = bundles.filter((one) => paths.some((path) => one.includes(`src/${path}`)));
    stale = [...new Set([...stale, ...changed])];
    if (stale.length > 0 && (await update())) front.notify('page');
  });
  started.push(async () => unwatch());
}

async function describe(config: Config, postgres: string | undefined): Promise<string> {
  const metrics = `http://${config.METRICS_HOST}:${config.METRICS_PORT}/metrics`;
  const setup = await withContext(config, async (ctx) =>
    (await siteHasOwner(ctx.db)) ? undefined : createSetupToken(ctx),
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
