import { Counter, type Registry } from 'prom-client';
import { exportSiteGauges } from './site-gauges.ts';

type Unsent = { unsent: number; oldest_seconds: number };

/** What this worker did with mails, and how many wait on the whole site. */
export function measureMail(
  registry: Registry,
  tally: () => Record<string, number>,
  read: () => Promise<Unsent>,
): void {
  new Counter({
    name: 'lamplight_mails_total',
    help: 'Mails of this worker by outcome: sent, deferred (tried again later), failed for good, dropped (limit or disabled address), doubtful (perhaps sent twice)',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(tally())) this.inc({ outcome }, count);
    },
  });
  exportSiteGauges(registry, 'mail', read, [
    {
      name: 'lamplight_mails_unsent',
      help: 'Mails that wait to be sent, counted up to 10 000',
      samples: ({ unsent }) => [{ value: unsent }],
    },
    {
      name: 'lamplight_mails_oldest_seconds',
      help: 'How long the oldest of them has waited, retries included',
      samples: ({ oldest_seconds }) => [{ value: oldest_seconds }],
    },
  ]);
}
