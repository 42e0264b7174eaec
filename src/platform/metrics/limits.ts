import { Counter, type Registry } from 'prom-client';
import { Refusal } from '../../refusals.ts';
import type { Limits } from '../limits/limits.ts';
import { LIMIT_NAMES, type LimitName } from '../limits/rules.ts';

/** Wraps the limits to count refusals. */
export function measureLimits(registry: Registry, limits: Limits): Limits {
  const refused = new Counter({
    name: 'lamplight_rate_limited_total',
    help: 'Refusals by limit (LIMIT_… of the configuration)',
    labelNames: ['limit'],
    registers: [registry],
  });
  // rate() cannot see the first increment of a series that did not exist before.
  for (const limit of LIMIT_NAMES) refused.inc({ limit }, 0);
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
