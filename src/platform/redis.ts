import { Redis } from 'ioredis';
import { TIME_BUDGET } from './time-budget.ts';

/**
 * Redis stores only what may be lost. The client fails fast: no offline queue, short timeouts, and reconnection in the
 * background, so that callers can fall back at once.
 */
export function openRedis(url: string, onError: (error: Error) => void): Redis {
  const redis = new Redis(url, {
    connectTimeout: TIME_BUDGET.redisConnect,
    commandTimeout: TIME_BUDGET.redisCommand,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 50, 1000),
  });
  redis.on('error', onError);
  return redis;
}
