import { setTimeout as sleep } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import type { FastifyBaseLogger } from 'fastify';
import { createSetupToken } from '../accounts/actions/set-up-owner.ts';
import { createApp } from '../app.ts';
import { type Config, readConfig } from '../config.ts';
import { explainUnknownName, findUnknownNames } from '../config-env.ts';
import type { Context } from '../context.ts';
import { JOBS, tickCounters, tickDerived, tickDigests, tickSchedules } from '../jobs.ts';
import { isUnavailable } from '../platform/db/errors.ts';
import { drainConnections } from '../platform/http/draining.ts';
import type { Readiness } from '../platform/http/health.ts';
import { startWorker } from '../platform/jobs/jobs.ts';
import { startTicker } from '../platform/jobs/ticker.ts';
import { createProcessLog } from '../platform/log.ts';
import { measure } from '../platform/metrics/metrics.ts';
import { measureTicks } from '../platform/metrics/worker.ts';
import { startHeartbeat } from '../platform/processes.ts';
import { assertTimeBudget } from '../platform/time-budget.ts';
import { sendFailingPushes, sendPushes } from '../push/actions/send.ts';
import { openServices } from '../services.ts';
import { readAssets } from '../ui/assets.ts';
import { publishAssets } from '../ui/published-assets.ts';
import { siteHasOwner } from '../users/actions/find-user.ts';
import { readVersion } from '../version.ts';
import { createDeliverer } from '../webhooks/actions/deliver-all.ts';
import { publishMetrics } from './publish-metrics.ts';
import { reportStartFailure } from './report-failure.ts';
import { startTracingIfAny } from './start-tracing.ts';
import { waitForDatabase } from './wait-for-database.ts';

const CLOSE_MS = 25_000;
const TICK_MS = 500;
const DIGEST_MS = 1000;
const WEBHOOK_MS = 1000;
const PUSH_MS = 1000;
const RETRY_MS = 1000;
const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

// Nothing is running yet, so there is nothing to finish.
const exitAtOnce = () => process.exit(0);
for (const signal of SIGNALS) process.once(signal, exitAtOnce);

let config: Config | undefined;
try {
  assertTimeBudget();
  config = readConfig();
  const fields = { role: config.ROLE, version: readVersion() };
  const log = createProcessLog(config.LOG_LEVEL, fields, config.OTEL_EXPORTER_OTLP_ENDPOINT !== '');
  for (const unknown of findUnknownNames(process.env))
    log.warn(`${unknown.name} ${explainUnknownName(unknown)}`);
  await serve(config, log);
} catch (error) {
  process.exit(reportStartFailure(error, config));
}

async function serve(config: Config, log: FastifyBaseLogger): Promise<void> {
  const stopWaiting = await waitForDatabase(config, log);
  const tracing = await startTracingIfAny(config, log);
  const services = await openServices(config, log);
  const { ctx, database } = services;
  const readiness = { draining: false };
  const app = await createApp(services, readiness);
  const connections = drainConnections(app, readiness);
  const registry = config.METRICS_PORT >= 0 ? measure(app, database.pool) : undefined;
  const measuredTick =
    registry && config.ROLE !== 'web' ? measureTicks(registry, tickCounters) : tickCounters;
  const worker = config.ROLE === 'web' ? undefined : await startWorker(ctx, database.pool, JOBS);
  const ticker = config.ROLE === 'web' ? undefined : startTicker(ctx, TICK_MS, measuredTick);
  const derived = config.ROLE === 'web' ? undefined : startTicker(ctx, TICK_MS, tickDerived);
  const digests = config.ROLE === 'web' ? undefined : startTicker(ctx, DIGEST_MS, tickDigests);
  const schedules = config.ROLE === 'web' ? undefined : startTicker(ctx, TICK_MS, tickSchedules);
  const deliverer = createDeliverer();
  const webhooks = config.ROLE === 'web' ? undefined : startTicker(ctx, WEBHOOK_MS, deliverer.run);
  const pushes = [sendPushes, sendFailingPushes].flatMap((send) =>
    config.ROLE === 'web' ? [] : startTicker(ctx, PUSH_MS, send),
  );
  if (config.ROLE !== 'worker') await prepareAssets(ctx);
  await stopWaiting();
  const heartbeat = startHeartbeat(ctx, readVersion());
  const metrics = registry && (await publishMetrics(registry, services, heartbeat, worker));
  if (config.ROLE !== 'worker') await app.listen({ host: config.HOST, port: config.PORT });
  for (const signal of SIGNALS) process.off(signal, exitAtOnce);

  /** Not ready → the proxy uses another process → finish running requests → close everything in reverse order. */
  closeWithGrace(
    { delay: config.DRAIN_SECONDS * 1000 + CLOSE_MS, logger: log },
    async ({ err }) => {
      if (err) log.fatal({ err }, 'closing after an unexpected error');
      readiness.draining = true;
      if (config.ROLE !== 'worker') await connections.drain(config.DRAIN_SECONDS);
      await app.close();
      await ticker?.stop();
      await derived?.stop();
      await digests?.stop();
      await schedules?.stop();
      await webhooks?.stop();
      await deliverer.stop();
      await Promise.all(pushes.map((one) => one.stop()));
      await worker?.stop();
      metrics?.close();
      await heartbeat.stop();
      await services.close();
      await tracing?.stop();
      log.info('lamplight is down');
    },
  );
  log.info({ url: config.BASE_URL, port: config.PORT }, 'lamplight is up');
  if (config.ROLE !== 'worker') await announceSetup(ctx, readiness);
}

async function prepareAssets(ctx: Context): Promise<void> {
  // Fail at start, not on the first page, if the client scripts were not built.
  readAssets();
  // Before the first page that names them. If the storage fails, only an upgrade is less smooth.
  await publishAssets(ctx).catch((err) => ctx.log.warn({ err }, 'cannot store scripts and styles'));
}

/** D17: no default credentials. The set-up token in the log lets its reader become the owner. */
async function announceSetup(ctx: Context, readiness: Readiness): Promise<void> {
  while (!readiness.draining) {
    try {
      if (await siteHasOwner(ctx.db)) return;
      ctx.log.warn(
        { url: `${ctx.config.BASE_URL}/setup`, setup: createSetupToken(ctx) },
        'this site has no owner yet: open the url and enter the set-up token, or run `lamplight user create --owner`',
      );
      return;
    } catch (error) {
      if (!isUnavailable(error) && !readiness.draining) throw error;
      await sleep(RETRY_MS);
    }
  }
}
