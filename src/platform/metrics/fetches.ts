import { Counter, Histogram, type Registry } from 'prom-client';
import { FetchFailed, type FetchFailure } from '../outbound/fetch-failed.ts';
import type { FetchFile } from '../outbound/fetch-file.ts';

type Outcome = FetchFailure | 'fetched' | 'cancelled';
const OUTCOMES: Outcome[] = [
  ...(['fetched', 'address', 'unreachable', 'size', 'slow', 'type', 'cancelled'] as const),
];

/** Wraps the fetcher to count its outcomes and their time. */
export function measureFetches(registry: Registry, fetchFile: FetchFile): FetchFile {
  const fetches = new Counter({
    name: 'lamplight_picture_fetches_total',
    help: 'Pictures of other sites by outcome: fetched, refused address, unreachable, over the size, too slow, wrong type, or cancelled (also: no free slot)',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'lamplight_picture_fetch_seconds',
    help: 'Time that fetching a picture of another site took, whatever its outcome',
    buckets: [0.1, 0.25, 0.5, 1, 2, 4, 8],
    registers: [registry],
  });
  // rate() cannot see the first increment of a series that did not exist before.
  for (const outcome of OUTCOMES) fetches.inc({ outcome }, 0);
  return async (address, rules) => {
    const stop = seconds.startTimer();
    try {
      const bytes = await fetchFile(address, rules);
      fetches.inc({ outcome: 'fetched' });
      return bytes;
    } catch (error) {
      fetches.inc({ outcome: error instanceof FetchFailed ? error.reason : 'cancelled' });
      throw error;
    } finally {
      stop();
    }
  };
}
