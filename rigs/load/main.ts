import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { seededRandom } from '../../test/integration/support/random.ts';
import { cleanUp } from '../../test/support/cleanup.ts';
import { stopOnSignals } from '../../test/support/signals.ts';
import { isMet, metric, percentile } from '../chaos/metrics.ts';
import { printMetrics } from '../chaos/print-metrics.ts';
import { type Build, findBuild } from '../chaos/site/site.ts';
import { arrive } from './arrivals.ts';
import { findCapacity } from './capacity.ts';
import { watchCores } from './cores.ts';
import { type Result, readResults, storeResult, writeReport } from './report.ts';
import { countFailures } from './sample.ts';
import { SCENARIOS } from './scenarios/all.ts';
import type { Outcome } from './scenarios/scenario.ts';
import { type Site, startSite } from './site.ts';
import { mixed } from './traffic.ts';

export const USAGE = `npm run rig load -- [capacity | L1 L3 … | all] [--seconds n] [--rate n] [--seed n] [--build dir]
  --rate n    takes n requests per second as the capacity, instead of searching for it
npm run rig load -- --report    writes docs/reports/overload.md from the last run, as \`all\` does by itself`;

/** Code is compiled and caches fill. */
const WARM_UP = { rate: 100, seconds: 45 };

/** Finds the capacity, then sends multiples of it to the same site. Returns whether all targets were met. */
export async function main(args: string[]): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      seconds: { type: 'string' },
      rate: { type: 'string' },
      seed: { type: 'string' },
      build: { type: 'string' },
      report: { type: 'boolean', default: false },
    },
  });
  if (values.report) {
    writeReport(readResults());
    return true;
  }
  const names = positionals.includes('all')
    ? ['capacity', ...SCENARIOS.map(({ id }) => id)]
    : positionals;
  const unknown = names.filter(
    (name) => name !== 'capacity' && !SCENARIOS.some(({ id }) => id === name),
  );
  if (names.length === 0 || unknown.length > 0) {
    console.log(USAGE);
    return false;
  }
  const seconds = values.seconds === undefined ? undefined : Number(values.seconds);
  stopOnSignals();
  try {
    const passed = await measure(findBuild(values.build), names, {
      seed: Number(values.seed ?? randomInt(1, 2 ** 31)),
      rate: values.rate === undefined ? undefined : Number(values.rate),
      seconds,
    });
    if (positionals.includes('all')) writeReport(readResults());
    return passed;
  } finally {
    await cleanUp();
  }
}

type Options = { seed: number; rate: number | undefined; seconds: number | undefined };

async function measure(build: Build, names: string[], options: Options): Promise<boolean> {
  const { seed, seconds } = options;
  console.log(`${build.describe} ${build.fingerprint} · seed ${seed}`);
  const site = await startSite(build);
  console.log(site.placement);
  const random = seededRandom(seed);
  await arrive(site.client, { ...WARM_UP, next: mixed(site.community, random) });
  let passed = true;
  const conclude = async (id: string, title: string, length: number, outcome: Outcome) => {
    const about = { id, title, seed, capacity, seconds: length };
    const result = await resultOf(site, about, outcome);
    printResult(result);
    storeResult(result, build);
    passed &&= result.passed;
  };

  let capacity = options.rate ?? 0;
  if (!options.rate) {
    console.log('\ncapacity');
    const found = await findCapacity(site, random, { seconds });
    capacity = found.rate;
    await conclude(
      'C',
      'the highest rate with p99 ≤ 250 ms and nothing failed',
      found.seconds,
      found,
    );
  }
  for (const scenario of SCENARIOS.filter(({ id }) => names.includes(id))) {
    const length = seconds ?? scenario.seconds;
    console.log(`\n${scenario.id}: ${scenario.title} · ${length} s · C = ${capacity}/s`);
    const cores = watchCores(site);
    const outcome = await scenario.run({ site, capacity, seconds: length, random });
    outcome.metrics.push(...cores.metricsFor(outcome.samples));
    await conclude(scenario.id, scenario.title, length, outcome);
  }
  return passed;
}

/** Adds the integrity check and the generator's lateness. */
async function resultOf(
  site: Site,
  about: Pick<Result, 'id' | 'title' | 'seed' | 'capacity' | 'seconds'>,
  { metrics, samples }: Outcome,
): Promise<Result> {
  const verdict = await site.verify();
  const rows = verdict.checks.reduce((sum, { total }) => sum + total, 0);
  const all = [
    ...metrics,
    metric('rows that break an invariant', rows, '', { max: 0 }),
    metric(
      'generator late, p99',
      percentile(
        samples.map(({ late }) => late),
        0.99,
      ),
      'ms',
    ),
  ];
  return {
    ...about,
    placement: site.placement,
    requests: samples.length,
    failures: countFailures(samples),
    metrics: all,
    passed: all.every(isMet),
  };
}

function printResult({ metrics, failures, requests, passed }: Result): void {
  printMetrics(metrics);
  const named = Object.entries(failures).map(([name, times]) => `${name} × ${times}`);
  console.log(`  ${requests} requests; not served: ${named.join(', ') || 'none'}`);
  console.log(passed ? '  targets met' : '  targets NOT met');
}
