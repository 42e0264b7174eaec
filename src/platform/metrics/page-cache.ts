import type { Registry } from 'prom-client';
import type { App } from '../http/app-types.ts';
import { exportCounter, exportGauge, exportOutcomes } from './read-values.ts';

export function measurePageCache(registry: Registry, { pageCache }: App): void {
  const responses = () => ({ hit: pageCache.hits, rendered: pageCache.rendered });
  exportOutcomes(registry, responses, {
    name: 'lamplight_page_cache_responses_total',
    help: 'Responses to visitors who are not logged in: sent from memory (hit), or rendered',
  });
  exportCounter(registry, () => pageCache.invalidated, {
    name: 'lamplight_page_cache_invalidations_total',
    help: 'Cached responses dropped because their content was hidden or renamed',
  });
  exportGauge(registry, () => pageCache.bytes, {
    name: 'lamplight_page_cache_bytes',
    help: 'Estimated size of the cached responses, at most PAGE_CACHE_MB',
  });
  exportGauge(registry, () => Number(pageCache.isListening()), {
    name: 'lamplight_page_cache_listening',
    help: '1 while notifications of hidden content arrive; at 0 every cached response is checked before it is sent',
  });
}
