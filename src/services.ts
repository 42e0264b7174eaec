import type { FastifyBaseLogger } from 'fastify';
import type { Redis } from 'ioredis';
import { type Config, replicaUrls, storageSettings } from './config.ts';
import type { Context } from './context.ts';
import { ACCEPT, userAgentOf } from './foreign-pictures/rules.ts';
import { entryPath } from './paths.ts';
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
import { createFileFetcher } from './platform/outbound/fetch-file.ts';
import { createPasswordHasher } from './platform/passwords.ts';
import { openSecrets } from './platform/secrets.ts';
import { openStorage } from './platform/storage/open.ts';
import { createWorkerPool } from './platform/worker-pool.ts';
import { createSiteSource } from './site-settings/site-source.ts';

export type Services = {
  ctx: Context;
  database: Database;
  /** Undefined if none are configured. */
  replicas: Replicas | undefined;
  listener: HiddenListener;
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
  const listener = needsListener(config)
    ? listenForHidden(
        { url: config.DATABASE_LISTEN_URL || config.DATABASE_URL, name: settings.name },
        log,
      )
    : NOT_LISTENING;
  const redis = await openRedisIfAny(config, log);
  const storage = await openStorage(storageSettings(config));
  const parts = { database, redis, storage, log, clock, listener, locale: 'zh-CN' } as const;
  const ctx = await contextOf(config, parts);
  return {
    ctx,
    database,
    replicas,
    listener,
    async close() {
      ctx.site.close();
      redis?.disconnect();
      storage.close();
      await ctx.workers.close();
      await ctx.searchWorkers.close();
      await listener.close();
      await replicas?.close();
      await database.close();
    },
  };
}

/** A worker serves no pages, and a cache of age 0 is checked before each use. */
function needsListener(config: Config): boolean {
  const { ROLE, PAGE_CACHE_MB, PAGE_CACHE_AGE_MS } = config;
  const isCaching = PAGE_CACHE_MB > 0 && PAGE_CACHE_AGE_MS > 0;
  return ROLE !== 'worker' && (isCaching || replicaUrls(config).length > 0);
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
    workers: createWorkerPool(entryPath('posts/text-worker')),
    searchWorkers: createWorkerPool(entryPath('search/token-worker'), SEARCH_QUEUE),
  };
}
