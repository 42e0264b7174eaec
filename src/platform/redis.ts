import { Redis } from 'ioredis';
import { TIME_BUDGET } from './time-budget.ts';

/**
 * Redis holds only what may be lost. It fails fast: no queue of commands while away, short time-outs,
 * and it reconnects in the background, so that whoever asks can fall back at once.
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
