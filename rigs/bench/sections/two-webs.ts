import { type Metric, metric } from '../../chaos/metrics.ts';
import type { Rounds } from '../interleave.ts';
import type { Operation } from '../operations/operation.ts';
import type { Measured } from '../results.ts';
import { CONNECTIONS } from '../runners.ts';
import { type How, type Run, type Sample, spreadOf } from '../sample.ts';
import type { Site } from '../site.ts';
import { retryWhenStolen } from '../steal-time.ts';

/** A cached read, a page rendered per member, and a write. */
const COSTS = ['list-json', 'post-page-member', 'like'];
const FROM_MEMORY = ['list-json', 'post-page'];

/** A second web process on the same database: the cost of a call, and the throughput. */
export async function measureTwoWebs(
  site: Site,
  operations: Operation[],
  rounds: Rounds,
): Promise<Measured> {
  const second = await site.startWeb();
  const { pinning } = site.environment;
  const both = (id: string): [string, Run, Run] => {
    const found = operations.find((one) => one.id === id);
    if (!found) throw new Error(`no such operation: ${id}`);
    return [found.title, found.prepare(site).ours, found.prepare({ ...site, web: second }).ours];
  };
  const metrics: Metric[] = [];
  const series: Record<string, number[]> = {};
  const note = (name: string, ratios: number[], limit: { max: number } | { min: number }) => {
    metrics.push(metric(name, spreadOf(ratios).median, '×', limit));
    series[name] = ratios;
  };
  for (const [title, here, there] of COSTS.map(both)) {
    const half = { connections: CONNECTIONS / 2 };
    const ratios = await inTurns(rounds, {
      one: async () => costOf([await here(rounds.seconds)]),
      two: async () => costOf(await together(rounds.seconds, [here, half], [there, half])),
    });
    note(`CPU time, ${title}, two / one`, ratios, { max: 1.1 });
  }
  pinning.pinRest(second.pid);
  for (const [title, here, there] of FROM_MEMORY.map(both)) {
    const beside = { wrapCommand: pinning.beside };
    const ratios = await inTurns(rounds, {
      one: async () => rateOf([await here(rounds.seconds, beside)]),
      two: async () => rateOf(await together(rounds.seconds, [here, beside], [there, {}])),
    });
    note(`responses per second, ${title}, two / one`, ratios, { min: 1.7 });
  }
  second.signal('SIGTERM');
  await second.gone();
  return { metrics, series };
}

/** The ratio of two to one, in turns; the first turn is a warm-up. */
async function inTurns(
  rounds: Rounds,
  { one, two }: Record<'one' | 'two', () => Promise<number>>,
): Promise<number[]> {
  const ratios: number[] = [];
  const take = retryWhenStolen(async () => ({ alone: await one(), both: await two() }));
  for (let turn = 0; turn <= rounds.rounds; turn++) {
    const { alone, both } = await take(turn === 0);
    ratios.push(both / alone);
  }
  return ratios.slice(1);
}

function together(seconds: number, ...runs: [Run, How][]): Promise<Sample[]> {
  return Promise.all(runs.map(([run, how]) => run(seconds, how)));
}

function costOf(samples: Sample[]): number {
  const sum = (read: (one: Sample) => number) =>
    samples.reduce((total, one) => total + read(one), 0);
  return sum(({ server_us = Number.NaN, calls }) => server_us * calls) / sum(({ calls }) => calls);
}

function rateOf(samples: Sample[]): number {
  return samples.reduce((total, { per_second }) => total + per_second, 0);
}
