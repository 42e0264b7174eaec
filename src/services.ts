import type { FastifyBaseLogger } from 'fastify';
import type { Redis } from 'ioredis';
import { type Config, replicaUrls, storageSettings } from './config.ts';
import type { Context } from './context.ts';
import { ACCEPT, userAgentOf } from './foreign-pictures/rules.ts';
import { entryPath } from './paths.ts';
import { createCheckedCache } from './platform/cache/checked-cache.ts';
import { createContentCache } from './platform/cache/content-cache.ts';
import { createSingleFlight } from './platform/cache/single-flight.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { createWriteBatcher } from './platform/db/batch/batch-write.ts';
import { type Database, openDatabase } from './platform/db/database.ts';
import {
  type HiddenListener,
  listenForHidden,
  NOT_LISTENING,
} from './platform/db/hidden-listener.ts';
import { openReplicas, type Replicas } from './platform/db/replicas/open.ts';
import { autocommit, inTransaction } from './platform/db/transaction.ts';
import { NO_DEPENDENCIES } from './platform/http/page-cache/dependencies.ts';
import { createLimits } from './platform/limits/limits.ts';
import type { Bus } from './platform/live/bus.ts';
import { openPostgresBus } from './platform/live/postgres-bus.ts';
import { openRedisBus } from './platform/live/redis-bus.ts';
import { createTextCheck } from './platform/outbound/check-text.ts';
import { createFileFetcher } from './platform/outbound/fetch-file.ts';
import { createGuardedPost } from './platform/outbound/guarded-post.ts';
import { readWebhookKey } from './platform/outbound/sign-webhook.ts';
import { createPasswordHasher } from './platform/passwords.ts';
import { openSecrets } from './platform/secrets.ts';
import { openStorage } from './platform/storage/open.ts';
import { traceStorage } from './platform/storage/traced.ts';
import { currentTracing } from './platform/tracing/tracing.ts';
import { createWorkerPool } from './platform/worker-pool.ts';
import { createSiteSource } from './site-settings/site-source.ts';

export type Services = {
  ctx: Context;
  database: Database;
  /** Undefined if none are configured. */
  replicas: Replicas | undefined;
  listener: HiddenListener;
  bus: Bus;
  close(): Promise<void>;
};

/** Opens the connections of a process. The tests use it too. */
export async function openServices(
  config: Config,
  log: FastifyBaseLogger,
  clock: Clock = systemClock,
): Promise<Services> {
  const settings = {
    url: config.DATABASE_URL,
    role: config.DATABASE_ROLE,
    size: config.DATABASE_POOL,
    name: 'lamplight',
  };
  const database = openDatabase(settings, (error) =>
    log.warn({ err: error }, 'an idle database connection was lost'),
  );
  // A worker serves no pages.
  const urls = config.ROLE === 'worker' ? [] : replicaUrls(config);
  const replicas = urls.length > 0 ? openReplicas(urls, settings, database.db, log) : undefined;
  const notifications = listenForHidden(
    { url: config.DATABASE_LISTEN_URL || config.DATABASE_URL, name: settings.name },
    log,
  );
  const listener = trustsNotifications(config) ? notifications : NOT_LISTENING;
  const redis = await openRedisIfAny(config, log);
  const bus = redis
    ? openRedisBus(redis, config.REDIS_PREFIX, notifications)
    : openPostgresBus(notifications);
  const opened = await openStorage(storageSettings(config));
  const storage = currentTracing() ? traceStorage(opened) : opened;
  const parts = { database, redis, storage, log, clock, listener, locale: 'zh-CN' } as const;
  const ctx = await contextOf(config, parts);
  return {
    ctx,
    database,
    replicas,
    listener,
    bus,
    async close() {
      ctx.site.close();
      ctx.contentCache.close();
      await bus.close();
      redis?.disconnect();
      storage.close();
      await ctx.workers.close();
      await ctx.searchWorkers.close();
      await notifications.close();
      await replicas?.close();
      await database.close();
    },
  };
}

/** A worker serves no pages, and a cache of age 0 is checked before each use. */
function trustsNotifications(config: Config): boolean {
  return config.ROLE !== 'worker' && (isCaching(config) || replicaUrls(config).length > 0);
}

function isCaching({ PAGE_CACHE_MB, PAGE_CACHE_AGE_MS }: Config): boolean {
  return PAGE_CACHE_MB > 0 && PAGE_CACHE_AGE_MS > 0;
}

async function openRedisIfAny(
  { REDIS_URL }: Config,
  log: FastifyBaseLogger,
): Promise<Redis | undefined> {
  if (!REDIS_URL) return undefined;
  // Imported only here: most sites have no Redis and need not load its client.
  const { openRedis } = await import('./platform/redis.ts');
  return openRedis(REDIS_URL, (error) => log.debug({ err: error }, 'redis is unreachable'));
}

type Parts = Pick<Context, 'storage' | 'log' | 'locale'> & {
  database: Database;
  listener: HiddenListener;
  redis?: Redis | undefined;
  clock: Clock;
};

/** A task of a search takes a tenth of a millisecond; while more wait, queries are not cut into words. */
const SEARCH_QUEUE = { waiting: 64, waitingPerOwner: 32 };

export async function contextOf(
  config: Config,
  { database: { db }, listener, redis, storage, log, clock, locale }: Parts,
): Promise<Context> {
  return {
    config,
    db,
    readDb: db,
    tx: (work) => inTransaction(db, work),
    autocommit: (write) => autocommit(db, write),
    batchWrite: createWriteBatcher(db),
    singleFlight: createSingleFlight(),
    now: () => clock.now(),
    site: createSiteSource(db, listener, log),
    contentCache: createContentCache(listener, isCaching(config)),
    checkedCache: createCheckedCache(config.PAGE_CACHE_MB > 0),
    locale,
    log,
    dependencies: NO_DEPENDENCIES,
    secrets: openSecrets(config),
    passwords: await createPasswordHasher(),
    limits: createLimits(config.limits, redis, config.REDIS_PREFIX),
    storage,
    fetchFile: createFileFetcher({
      userAgent: userAgentOf(config.BASE_URL),
      accept: ACCEPT,
      ownHost: new URL(config.BASE_URL).hostname,
    }),
    checkText: openTextCheck(config),
    guardedPost: createGuardedPost({
      userAgent: `Lamplight (+${config.BASE_URL})`,
      allowsLoopback: config.WEBHOOK_LOOPBACK,
    }),
    workers: createWorkerPool(entryPath('posts/text-worker')),
    searchWorkers: createWorkerPool(entryPath('search/token-worker'), SEARCH_QUEUE),
  };
}

function openTextCheck(config: Config): Context['checkText'] {
  const key = readWebhookKey(config.TEXT_CHECK_SECRET);
  if (config.TEXT_CHECK_URL === '' || !key) return undefined;
  return createTextCheck({
    url: config.TEXT_CHECK_URL,
    key,
    timeoutMs: config.TEXT_CHECK_MS,
    allowsPrivate: config.TEXT_CHECK_PRIVATE,
  });
}
