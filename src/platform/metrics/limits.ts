import { Counter, Gauge, type Registry } from 'prom-client';
import { Refusal } from '../../refusals.ts';
import type { Limits } from '../limits/limits.ts';
import { LIMIT_NAMES, type LimitName } from '../limits/rules.ts';
import { exportCounter } from './read-values.ts';

/** Wraps the limits to count refusals, and exports the state of Redis, which counts them for all processes. */
export function measureLimits(registry: Registry, limits: Limits): Limits {
  const refused = new Counter({
    name: 'lamplight_rate_limited_total',
    help: 'Refusals by limit (LIMIT_… of the configuration)',
    labelNames: ['limit'],
    registers: [registry],
  });
  // rate() cannot see the first increment of a series that did not exist before.
  for (const limit of LIMIT_NAMES) refused.inc({ limit }, 0);
  measureRedis(registry, limits);
  const counting = async <T>(limit: LimitName, result: Promise<T>): Promise<T> => {
    try {
      return await result;
    } catch (error) {
      if (error instanceof Refusal && error.code === 'rate_limited') refused.inc({ limit });
      throw error;
    }
  };
  return {
    ...limits,
    consume: (name, key) => counting(name, limits.consume(name, key)),
    assertOpen: (name, key) => counting(name, limits.assertOpen(name, key)),
  };
}

/** Without REDIS_URL the gauge has no value: 0 would mean a failure. */
function measureRedis(registry: Registry, { redis }: Limits): void {
  new Gauge({
    name: 'lamplight_redis_connected',
    help: '1 while this process is connected to Redis, else 0; no value without REDIS_URL',
    registers: [registry],
    collect() {
      if (redis) this.set(Number(redis.isConnected()));
      else this.remove();
    },
  });
  exportCounter(registry, () => redis?.failures() ?? 0, {
    name: 'lamplight_redis_failures_total',
    help: 'Commands and connections to Redis that failed; the process counts limits in memory meanwhile',
  });
}
