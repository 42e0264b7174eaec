import { Counter, Gauge, type Registry } from 'prom-client';
import type { App } from '../http/app-types.ts';

export function measurePageCache(registry: Registry, { pageCache }: App): void {
  new Counter({
    name: 'lamplight_page_cache_responses_total',
    help: 'Responses to visitors who are not logged in: sent from memory (hit), or rendered',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset();
      this.inc({ outcome: 'hit' }, pageCache.hits);
      this.inc({ outcome: 'rendered' }, pageCache.rendered);
    },
  });
  new Counter({
    name: 'lamplight_page_cache_invalidations_total',
    help: 'Cached responses dropped because their content was hidden or renamed',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(pageCache.invalidated);
    },
  });
  new Gauge({
    name: 'lamplight_page_cache_bytes',
    help: 'Estimated size of the cached responses, at most PAGE_CACHE_MB',
    registers: [registry],
    collect() {
      this.set(pageCache.bytes);
    },
  });
  new Gauge({
    name: 'lamplight_page_cache_listening',
    help: '1 while notifications of hidden content arrive; at 0 every cached response is checked before it is sent',
    registers: [registry],
    collect() {
      this.set(Number(pageCache.isListening()));
    },
  });
}
