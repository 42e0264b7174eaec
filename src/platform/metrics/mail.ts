import type { Registry } from 'prom-client';
import { exportOutcomes } from './read-values.ts';

/** What this worker did with mails. */
export function measureMail(registry: Registry, tally: () => Record<string, number>): void {
  exportOutcomes(registry, tally, {
    name: 'lamplight_mails_total',
    help: 'Mails of this worker by outcome: sent, deferred (tried again later), failed for good, dropped (limit or disabled address), doubtful (perhaps sent twice)',
  });
}
