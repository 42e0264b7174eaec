import { residentBytes } from '../../../test/support/processes.ts';
import { metric, percentile } from '../../chaos/metrics.ts';
import { during, goodput, isFailed, isServed, isShed, type Sample, tookAt } from '../sample.ts';
import { watchHighest } from '../watch.ts';
import { isLost } from './overload.ts';
import { type Scenario, traffic } from './scenario.ts';

const AFTER_SECONDS = 20;
const NORMAL_P99_MS = 250;
const WINDOW_MS = 1_000;
const MEGABYTE = 2 ** 20;

export const TEN_TIMES_CAPACITY: Scenario = {
  id: 'L4',
  title: '10 C of mixed traffic, and 0.7 C after it',
  seconds: 60,
  async run(stage) {
    const { web } = stage.site;
    const pid = web.pid;
    const before = residentBytes(pid);
    const memory = watchHighest(() => ({ bytes: residentBytes(pid) }), 200);
    const flood = await traffic(stage, 10);
    const highest = await memory.stop();
    const after = await traffic(stage, 0.7, AFTER_SECONDS);
    const shed = flood.filter(isShed);
    const metrics = [
      metric('crashes', web.isAlive() && web.pid === pid ? 0 : 1, '', { max: 0 }),
      metric('sent', flood.length / stage.seconds, 'requests/s'),
      metric('generator late, p99', lateAt(flood), 'ms'),
      metric('goodput', goodput(flood, { from: 5_000, to: stage.seconds * 1000 }), 'requests/s'),
      metric('served, p99', tookAt(flood.filter(isServed), 0.99), 'ms'),
      metric('shed, p99', tookAt(shed, 0.99), 'ms'),
      metric('without a response', flood.filter(({ status }) => status === 0).length, ''),
      metric('status 500', flood.filter(({ status }) => status === 500).length, '', { max: 0 }),
      metric('memory of the web process before', before / MEGABYTE, 'MB'),
      metric('memory of the web process at most', highest.bytes / MEGABYTE, 'MB'),
      metric('normal again after', normalFrom(after, AFTER_SECONDS) / 1000, 's', { max: 10 }),
      metric('lost after it', after.filter(isLost).length, ''),
    ];
    return { metrics, samples: [...flood, ...after] };
  },
};

function lateAt(samples: Sample[]): number {
  return percentile(
    samples.map(({ late }) => late),
    0.99,
  );
}

/** The time from which every second was normal; NaN if the last one was not. */
function normalFrom(samples: Sample[], seconds: number): number {
  for (let from = (seconds - 1) * WINDOW_MS; from >= 0; from -= WINDOW_MS) {
    const window = during(samples, { from, to: from + WINDOW_MS });
    if (window.some(isFailed) || tookAt(window, 0.99) > NORMAL_P99_MS)
      return from + WINDOW_MS < seconds * WINDOW_MS ? from + WINDOW_MS : Number.NaN;
  }
  return 0;
}
