import { type Metric, metric } from '../chaos/metrics.ts';
import { arrive } from './arrivals.ts';
import type { HttpClient } from './http-client.ts';
import { isFailed, type Sample, tookAt } from './sample.ts';
import { type Crowd, mixed } from './traffic.ts';

/** RELIABILITY: C is the highest rate with this p99 and no error. */
const P99_MS = 250;
const FIRST = 60;
const LEAST = 1;
const GROWTH = 1.6;
/** The largest ratio of a rate that is not sustained to one that is. */
const NEAR = 1.06;
const LESS = 0.94;
const STEP_SECONDS = 15;
/** Dropped from every step: connections open. */
const WARM_UP_MS = 3_000;
const CONFIRM_SECONDS = 60;

export type CapacityOptions = {
  /** Seconds per rate during the search, and for the confirmation. */
  step_seconds?: number;
  seconds?: number | undefined;
};

export type Capacity = { rate: number; seconds: number; metrics: Metric[]; samples: Sample[] };

/** Raises the rate until it is not sustained, bisects, and confirms the result with a longer run. */
export async function findCapacity(
  { client, community }: { client: HttpClient; community: Crowd },
  random: () => number,
  { step_seconds = STEP_SECONDS, seconds = CONFIRM_SECONDS }: CapacityOptions = {},
): Promise<Capacity> {
  const tryRate = async (rate: number, length: number) => {
    const samples = await arrive(client, {
      rate,
      seconds: length,
      next: mixed(community, random),
    });
    const measured = samples.filter(({ due }) => due >= WARM_UP_MS);
    const failed = measured.filter(isFailed).length;
    const p99 = tookAt(measured, 0.99);
    const isSustained = failed === 0 && p99 <= P99_MS;
    console.log(
      `  ${Math.round(rate)}/s for ${length} s: p99 ${Math.round(p99)} ms, ${failed} failed${isSustained ? '' : ' ✗'}`,
    );
    return { isSustained, samples: measured, p99, failed };
  };
  let low = 0;
  let high = FIRST;
  while ((await tryRate(high, step_seconds)).isSustained) {
    low = high;
    high *= GROWTH;
  }
  while (low === 0) {
    high /= GROWTH;
    if (high < LEAST) throw new Error(`not even ${LEAST}/s: this machine has other things to do`);
    if ((await tryRate(high, step_seconds)).isSustained) low = high;
  }
  while (high / low > NEAR) {
    const middle = Math.sqrt(low * high);
    if ((await tryRate(middle, step_seconds)).isSustained) low = middle;
    else high = middle;
  }
  for (let rate = Math.floor(low); ; rate = Math.floor(rate * LESS)) {
    const { isSustained, samples, p99, failed } = await tryRate(rate, seconds);
    if (!isSustained) continue;
    const metrics = [
      metric('capacity C', rate, 'requests/s'),
      metric('p99', p99, 'ms', { max: P99_MS }),
      metric('failed', failed, '', { max: 0 }),
    ];
    return { rate, seconds, metrics, samples };
  }
}
