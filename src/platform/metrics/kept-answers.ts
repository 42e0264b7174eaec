import { Counter, Gauge, type Registry } from 'prom-client';
import type { App } from '../http/app-types.ts';

/** What is kept for strangers: whether it pays, and what it takes. */
export function measureKeptAnswers(registry: Registry, { kept }: App): void {
  new Counter({
    name: 'lamplight_kept_answers_total',
    help: 'Answers to visitors who are not logged in: given out from memory, or made to be kept',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset();
      this.inc({ outcome: 'given' }, kept.given);
      this.inc({ outcome: 'made' }, kept.made);
    },
  });
  new Gauge({
    name: 'lamplight_kept_answers_bytes',
    help: 'What they take of PAGE_CACHE_MB, roughly',
    registers: [registry],
    collect() {
      this.set(kept.bytes);
    },
  });
}
