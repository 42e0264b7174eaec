import { metric } from '../../chaos/metrics.ts';
import { during, goodput, isServed, type Sample, tookAt } from '../sample.ts';
import { isLost } from './overload.ts';
import { type Scenario, traffic } from './scenario.ts';

const QUIET_SECONDS = 10;
const WINDOW_MS = 1_000;
/** Limits of a steady second. */
const SERVED_P99_MS = 500;
const SHARE_OF_C = 0.8;

export const STEP: Scenario = {
  id: 'L5',
  title: '0.2 C, and suddenly 1.5 C',
  seconds: 20,
  async run(stage) {
    const quiet = await traffic(stage, 0.2, QUIET_SECONDS);
    const busy = await traffic(stage, 1.5);
    const steady = steadyFrom(busy, stage.seconds, stage.capacity);
    const metrics = [
      metric('before, p99', tookAt(quiet, 0.99), 'ms'),
      metric('after, served p99', tookAt(busy.filter(isServed), 0.99), 'ms'),
      metric('steady after', steady / 1000, 's', { max: 5 }),
      metric('status 500', busy.filter(({ status }) => status === 500).length, '', { max: 0 }),
      metric('lost', [...quiet, ...busy].filter(isLost).length, '', { max: 0 }),
    ];
    return { metrics, samples: [...quiet, ...busy] };
  },
};

/** The time from which every second reached nearly the capacity, within the latency limit. */
function steadyFrom(samples: Sample[], seconds: number, capacity: number): number {
  for (let from = (seconds - 1) * WINDOW_MS; from >= 0; from -= WINDOW_MS) {
    const window = { from, to: from + WINDOW_MS };
    const served = during(samples, window).filter(isServed);
    const good =
      tookAt(served, 0.99) <= SERVED_P99_MS &&
      (from === 0 || goodput(samples, window) >= capacity * SHARE_OF_C);
    if (!good) return from + WINDOW_MS < seconds * WINDOW_MS ? from + WINDOW_MS : Number.NaN;
  }
  return 0;
}
