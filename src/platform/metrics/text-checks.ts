import { Counter, Histogram, type Registry } from 'prom-client';
import { BreakerOpen } from '../breaker.ts';
import type { CheckText } from '../outbound/check-text.ts';

const OUTCOMES = ['allow', 'hold', 'refuse', 'failed', 'skipped'] as const;

/** Wraps the external text check to count its outcomes and their time. */
export function measureTextChecks(
  registry: Registry,
  checkText: CheckText | undefined,
): CheckText | undefined {
  const checks = new Counter({
    name: 'lamplight_text_checks_total',
    help: 'Texts for the external check by outcome: its verdict, failed (also too slow), or skipped while it is down',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'lamplight_text_check_seconds',
    help: 'Time that an external text check took, whatever its outcome',
    buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5],
    registers: [registry],
  });
  // rate() cannot see the first increment of a series that did not exist before.
  for (const outcome of OUTCOMES) checks.inc({ outcome }, 0);
  if (!checkText) return undefined;
  return async (text, at) => {
    const stop = seconds.startTimer();
    try {
      const verdict = await checkText(text, at);
      checks.inc({ outcome: verdict.outcome });
      return verdict;
    } catch (error) {
      checks.inc({ outcome: error instanceof BreakerOpen ? 'skipped' : 'failed' });
      throw error;
    } finally {
      stop();
    }
  };
}
