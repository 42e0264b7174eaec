import { once } from 'node:events';
import { access, constants } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Config, storageSettings } from '../../config.ts';
import { openStorage } from '../../platform/storage/open.ts';
import { TIME_BUDGET } from '../../platform/time-budget.ts';
import { found, type HealthCheck, type Result } from '../rules.ts';
import { findExistingParent } from './machine-checks.ts';

/** What a site stores besides its database. */
export function createStorageChecks(config: Config) {
  return {
    storage: { name: 'storage', run: () => checkStorage(config) },
    redis: { name: 'redis', run: () => checkRedis(config) },
  } satisfies Record<string, HealthCheck>;
}

async function checkRedis(config: Config): Promise<Result> {
  if (!config.REDIS_URL) return found('good', 'no_redis');
  // Imported only here: most sites have no Redis and need not load its client.
  const { openRedis } = await import('../../platform/redis.ts');
  const redis = openRedis(config.REDIS_URL, () => {});
  try {
    // `once` rejects if an 'error' event comes first.
    const signal = AbortSignal.timeout(TIME_BUDGET.redisConnect * 2);
    if (redis.status !== 'ready') await once(redis, 'ready', { signal });
    await redis.ping();
    return found('good', 'responds');
  } finally {
    redis.disconnect();
  }
}

async function checkStorage(config: Config): Promise<Result> {
  const settings = storageSettings(config);
  if (settings.kind === 'disk') {
    const path = resolve(settings.directory);
    const existing = findExistingParent(path);
    await access(existing, constants.W_OK | constants.X_OK);
    // Opening it would create it as the current user, and the server could not write there.
    if (existing !== path) return found('good', 'storage_later', { path });
  }
  const storage = await openStorage(settings);
  try {
    await storage.check();
    return found('good', 'storage', { storage: config.STORAGE });
  } finally {
    storage.close();
  }
}
