import { Counter, type Registry } from 'prom-client';

/** What this worker did with mails. */
export function measureMail(registry: Registry, tally: () => Record<string, number>): void {
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
}
