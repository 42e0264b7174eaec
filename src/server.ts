import type { Server } from 'node:http';
import closeWithGrace from 'close-with-grace';
import type { Registry } from 'prom-client';
import { createSetupToken } from './accounts/actions/set-up-owner.ts';
import { countQueues } from './administration/actions/count-queues.ts';
import { createApp, JOBS, tick } from './app.ts';
import { readVersion } from './cli/version.ts';
import { readConfig } from './config.ts';
import type { Context } from './context.ts';
import { getIntegrity } from './integrity/actions.ts';
import { pendingMigrations } from './platform/db/migrate.ts';
import { drainConnections } from './platform/http/draining.ts';
import { startWorker } from './platform/jobs/jobs.ts';
import { startTicker } from './platform/jobs/ticker.ts';
import { createLog } from './platform/log.ts';
import { measure, serveMetrics } from './platform/metrics/metrics.ts';
import { measureReplicas } from './platform/metrics/replicas.ts';
import { measureBuild, measureIntegrity, measureReviews } from './platform/metrics/site.ts';
import { measureJobs, measureTicks } from './platform/metrics/worker.ts';
import { assertTimeBudget } from './platform/time-budget.ts';
import { openServices } from './services.ts';
import { readAssets } from './ui/assets.ts';
import { siteHasOwner } from './users/actions/find-user.ts';

const CLOSE_MS = 25_000;
const TICK_MS = 500;

assertTimeBudget();
const config = readConfig();
const log = createLog(config.LOG_LEVEL);
const services = await openServices(config, log);
const { ctx, database, replicas } = services;
const pending = await pendingMigrations(database.pool);
if (pending.length > 0) {
  log.fatal({ pending }, 'the database is behind: run `lamplight migrate`');
  process.exit(1);
}

const readiness = { draining: false };
const app = await createApp(services, readiness);
const connections = drainConnections(app, readiness);
const registry = config.METRICS_PORT >= 0 ? measure(app, database.pool) : undefined;
const measuredTick = registry && config.ROLE !== 'web' ? measureTicks(registry, tick) : tick;
const worker = config.ROLE === 'web' ? undefined : await startWorker(ctx, database.pool, JOBS);
const ticker = config.ROLE === 'web' ? undefined : startTicker(ctx, TICK_MS, measuredTick);
const metrics = registry && (await publish(registry));
if (config.ROLE !== 'worker') {
  // Fail at start, not on the first page, if the client scripts were not built.
  readAssets();
  await app.listen({ host: config.HOST, port: config.PORT });
  await announceSetup(ctx);
}
log.info({ role: config.ROLE, url: config.BASE_URL, port: config.PORT }, 'lamplight is up');

/** Not ready → the proxy uses another process → finish running requests → close everything in reverse order. */
closeWithGrace({ delay: config.DRAIN_SECONDS * 1000 + CLOSE_MS, logger: log }, async ({ err }) => {
  if (err) log.fatal({ err }, 'closing after an unexpected error');
  readiness.draining = true;
  if (config.ROLE !== 'worker') await connections.drain(config.DRAIN_SECONDS);
  await app.close();
  await ticker?.stop();
  await worker?.stop();
  metrics?.close();
  await services.close();
  log.info('lamplight is down');
});

/** Only workers export site-wide gauges. */
async function publish(target: Registry): Promise<Server> {
  measureBuild(target, readVersion(), config.ROLE);
  measureReplicas(target, replicas?.all ?? []);
  if (worker) {
    measureJobs(target, database.db, worker.events, Object.keys(JOBS.tasks));
    measureIntegrity(target, () => getIntegrity(ctx));
    measureReviews(target, () => countQueues(ctx));
  }
  return serveMetrics(target, config.METRICS_HOST, config.METRICS_PORT);
}

/** D17: no default credentials. The set-up token in the log lets its reader become the owner. */
async function announceSetup(context: Context): Promise<void> {
  if (await siteHasOwner(context.db)) return;
  log.warn(
    { url: `${config.BASE_URL}/setup`, setup: createSetupToken(context) },
    'this site has no owner yet: open the url and enter the set-up token, or run `lamplight user create --owner`',
  );
}
