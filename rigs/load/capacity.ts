import { type Figure, figure } from '../chaos/figures.ts';
import { arrive } from './arrivals.ts';
import { isFailed, type Sample, tookAt } from './sample.ts';
import { type Crowd, mixed } from './traffic.ts';
import type { Wire } from './wire.ts';

/** RELIABILITY: C is the highest rate with this p99 and no error. */
const P99_MS = 250;
const FIRST = 60;
const LEAST = 1;
const GROWTH = 1.6;
/** How near to each other a rate that holds and one that does not must be. */
const NEAR = 1.06;
const LESS = 0.94;
const STEP_SECONDS = 15;
/** Of every step: connections open. */
const WARM_UP_MS = 3_000;
const CONFIRM_SECONDS = 60;

export type CapacityOptions = {
  /** How long a rate is tried while looking for the border, and in the end. */
  step_seconds?: number;
  seconds?: number | undefined;
};

export type Capacity = { rate: number; seconds: number; figures: Figure[]; samples: Sample[] };

/** Grows until it does not hold, closes in on the border, and makes sure for longer. */
export async function findCapacity(
  { wire, community }: { wire: Wire; community: Crowd },
  random: () => number,
  { step_seconds = STEP_SECONDS, seconds = CONFIRM_SECONDS }: CapacityOptions = {},
): Promise<Capacity> {
  const tryRate = async (rate: number, length: number) => {
    const samples = await arrive(wire, {
      rate,
      seconds: length,
      next: mixed(community, random),
    });
    const measured = samples.filter(({ due }) => due >= WARM_UP_MS);
    const failed = measured.filter(isFailed).length;
    const p99 = tookAt(measured, 0.99);
    const holds = failed === 0 && p99 <= P99_MS;
    console.log(
      `  ${Math.round(rate)}/s for ${length} s: p99 ${Math.round(p99)} ms, ${failed} failed${holds ? '' : ' ✗'}`,
    );
    return { holds, samples: measured, p99, failed };
  };
  let low = 0;
  let high = FIRST;
  while ((await tryRate(high, step_seconds)).holds) {
    low = high;
    high *= GROWTH;
  }
  while (low === 0) {
    high /= GROWTH;
    if (high < LEAST) throw new Error(`not even ${LEAST}/s: this machine has other things to do`);
    if ((await tryRate(high, step_seconds)).holds) low = high;
  }
  while (high / low > NEAR) {
    const middle = Math.sqrt(low * high);
    if ((await tryRate(middle, step_seconds)).holds) low = middle;
    else high = middle;
  }
  for (let rate = Math.floor(low); ; rate = Math.floor(rate * LESS)) {
    const { holds, samples, p99, failed } = await tryRate(rate, seconds);
    if (!holds) continue;
    const figures = [
      figure('capacity C', rate, 'requests/s'),
      figure('p99', p99, 'ms', { max: P99_MS }),
      figure('failed', failed, '', { max: 0 }),
    ];
    return { rate, seconds, figures, samples };
  }
}
