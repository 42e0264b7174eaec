import type { Redis } from 'ioredis';
import { type Breaker, createBreaker } from '../breaker.ts';

export type RedisHealth = { isConnected(): boolean; failures(): number };
export type SharedStore = { redis: Redis; breaker: Breaker; health: RedisHealth };

/** Counts each limit that Redis could not decide, also while the breaker is open, and each failed connection. */
export function createSharedStore(redis: Redis): SharedStore {
  let failures = 0;
  const breaker = createBreaker();
  redis.on('error', () => failures++);
  return {
    redis,
    async breaker(call) {
      try {
        return await breaker(call);
      } catch (error) {
        failures++;
        throw error;
      }
    },
    health: { isConnected: () => redis.status === 'ready', failures: () => failures },
  };
}
