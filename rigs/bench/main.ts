import { parseArgs } from 'node:util';
import { cleanUp } from '../../test/support/cleanup.ts';
import { stopOnSignals } from '../../test/support/signals.ts';
import { isMet, type Metric, metric } from '../chaos/metrics.ts';
import { printMetrics } from '../chaos/print-metrics.ts';
import { type Build, findBuild } from '../chaos/site/site.ts';
import { FULL_SIZE, provideSet, timesAsLarge } from './data-set.ts';
import {
  describeDatabase,
  describePinning,
  type Environment,
  openEnvironment,
} from './environment.ts';
import { interleave, isTargetMet, measurementsOf, printCosts, printRows } from './interleave.ts';
import { OPERATIONS } from './operations/all.ts';
import { besideBuild } from './operations/builds.ts';
import type { Operation } from './operations/operation.ts';
import { besidePeer, readPeer } from './operations/peers.ts';
import { type Profile, profileOperation } from './profile.ts';
import { writeReport } from './report.ts';
import {
  type Measured,
  publishResults,
  type Result,
  type Setting,
  storeResult,
  WHOLE,
} from './results.ts';
import { isFlat, measureGrowth, TIMES } from './sections/growth.ts';
import { measureIdle } from './sections/idle.ts';
import { measureProcess } from './sections/process.ts';
import { measureSteady } from './sections/steady.ts';
import { measureTwoWebs } from './sections/two-webs.ts';
import { openSite, type Site, type SiteOptions } from './site.ts';
import { retryWhenStolen } from './steal-time.ts';

/** Measured besides the operations. */
const PARTS = ['process', 'two', 'steady'] as const;
export const USAGE = `npm run rig bench                        every operation beside its baseline, and the process by itself
npm run rig bench -- like comment        only these: ${OPERATIONS.map(({ id }) => id).join(' ')}
npm run rig bench -- process steady      only these of the process by itself: ${PARTS.join(' ')}
npm run rig bench -- --growth            the same operations on ${TIMES} times the data, and thousands of idle connections
npm run rig bench -- --beside name=pid,list,post
                                     our pages beside those of a site that runs here, by its process and two addresses
npm run rig bench -- --against dir like …
                                     what a change gains: this build in turns with another, for repeatable operations; not stored
npm run rig bench -- --profile like …    where the time of operations goes
npm run rig bench -- --report            writes docs/reports/performance.md from the results on the full set
  --rounds n --seconds n             number of rounds, and seconds of each
  --scale n                          n times the full set; with --growth, of the larger set
  --data dir                         stores the set there, and reuses it in the next run
  --quick                            a small set and short rounds, to check that it works
  --build dir                        measures that build, not dist`;

const USUAL = { ...WHOLE, steady_seconds: 60, step_seconds: 15 };
const QUICK = { rounds: 2, seconds: 1, scale: 0.1, steady_seconds: 10, step_seconds: 5 };

type Numbers = typeof USUAL;
type Part = (typeof PARTS)[number];

/** Returns whether every target was met. */
export async function main(args: string[]): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      growth: { type: 'boolean', default: false },
      profile: { type: 'string' },
      against: { type: 'string' },
      beside: { type: 'string', multiple: true },
      report: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      scale: { type: 'string' },
      data: { type: 'string' },
      build: { type: 'string' },
    },
  });
  if (values.report) {
    writeReport(publishResults());
    return true;
  }
  const names = [...(values.profile ? [values.profile] : []), ...positionals];
  const chosen = OPERATIONS.filter(({ id }) => names.length === 0 || names.includes(id));
  const parts = PARTS.filter((part) => names.length === 0 || names.includes(part));
  if (chosen.length + parts.length < names.length) {
    console.log(USAGE);
    return false;
  }
  const preset = values.quick ? QUICK : USUAL;
  const numbers = {
    ...preset,
    rounds: Number(values.rounds ?? preset.rounds),
    seconds: Number(values.seconds ?? preset.seconds),
    scale: Number(values.scale ?? preset.scale),
  };
  const build = findBuild(values.build);
  stopOnSignals();
  try {
    console.log(`${build.describe} ${build.fingerprint}`);
    const bench: Bench = { build, numbers, dataDirectory: values.data, chosen };
    if (values.profile) return await profile(bench);
    if (values.growth) return await growth(bench);
    if (values.against) return await against(bench, values.against);
    if (values.beside) return await beside(bench, values.beside);
    return await compare(bench, parts);
  } finally {
    await cleanUp();
  }
}

type Bench = {
  build: Build;
  numbers: Numbers;
  dataDirectory: string | undefined;
  chosen: Operation[];
};

async function compare({ build, numbers, dataDirectory, chosen }: Bench, parts: Part[]) {
  const environment = await openEnvironment({ build, dataDirectory });
  const site = await settle(environment, numbers);
  const conclude = concluder(environment, numbers);
  const passed: boolean[] = [];
  if (chosen.length > 0) {
    const rows = await interleave(site, chosen, numbers);
    printRows(rows);
    const metrics = [await verified(site)];
    passed.push(conclude({ section: 'ratios', rows, metrics }) && rows.every(isTargetMet));
  }
  const measures: Record<Part, () => Promise<Measured>> = {
    process: () => measureProcess(site, numbers.rounds),
    two: () => measureTwoWebs(site, OPERATIONS, numbers),
    steady: () =>
      measureSteady(site, numbers.steady_seconds, {
        ...{ step_seconds: numbers.step_seconds, seconds: numbers.steady_seconds },
      }),
  };
  for (const section of parts) {
    console.log(`\n${section}`);
    const { stolen, ...measured } = await retryWhenStolen(measures[section])();
    const others = metric('CPU time stolen by other machines', stolen * 100, '%');
    const metrics = [...measured.metrics, others, await verified(site)];
    passed.push(conclude({ section, ...measured, metrics }));
  }
  return passed.every(Boolean);
}

async function growth({ build, numbers, dataDirectory, chosen }: Bench): Promise<boolean> {
  const environment = await openEnvironment({ build, dataDirectory });
  const less = { ...numbers, scale: numbers.scale / TIMES };
  const small = await settle(environment, less, { name: 'small', sides: 'ours' });
  const large = await settle(environment, numbers, { name: 'large', sides: 'ours' });
  const conclude = concluder(environment, numbers);
  const rows = await measureGrowth([small, large], chosen, numbers);
  const passed = conclude({ section: 'growth', rows, metrics: [await verified(large)] });
  return (
    conclude({ section: 'idle', ...(await measureIdle(large)) }) && passed && rows.every(isFlat)
  );
}

async function beside({ build, numbers, dataDirectory }: Bench, peers: string[]): Promise<boolean> {
  const environment = await openEnvironment({ build, dataDirectory });
  const site = await settle(environment, numbers);
  const operations = peers.map(readPeer).flatMap(besidePeer);
  const rows = await interleave(site, operations, numbers);
  printRows(rows);
  return (
    concluder(environment, numbers)({ section: 'peers', rows, metrics: [] }) &&
    rows.every(isTargetMet)
  );
}

async function against({ build, numbers, dataDirectory, chosen }: Bench, directory: string) {
  const environment = await openEnvironment({ build, dataDirectory });
  const site = await settle(environment, numbers);
  const rows = await interleave(site, besideBuild(chosen, directory), numbers);
  printRows(rows);
  printCosts(rows);
  return true;
}

async function profile({ build, numbers, dataDirectory, chosen }: Bench): Promise<boolean> {
  const environment = await openEnvironment({
    ...{ build, dataDirectory },
    settings: { shared_preload_libraries: 'pg_stat_statements' },
  });
  const site = await settle(environment, numbers);
  const profiles: Profile[] = [];
  for (const operation of chosen)
    profiles.push(await profileOperation(site, operation, numbers.seconds));
  return concluder(environment, numbers)({ section: 'profiles', profiles, metrics: [] });
}

async function settle(
  environment: Environment,
  numbers: Numbers,
  options: Pick<SiteOptions, 'sides'> & { name: string } = { name: 'lamplight' },
): Promise<Site> {
  const size = timesAsLarge(FULL_SIZE, numbers.scale);
  console.log(`${size.posts} posts, ${size.comments} comments, ${size.reactions} reactions`);
  const set = await provideSet(environment.server, size);
  return openSite(environment, { ...options, set, size, measurements: measurementsOf(numbers) });
}

/** Stores each result and returns whether its targets are met. */
function concluder(environment: Environment, numbers: Numbers) {
  const { rounds, seconds, scale } = numbers;
  const setting: Setting = {
    size: timesAsLarge(FULL_SIZE, scale),
    ...{ rounds, seconds },
    placement: describePinning(environment.pinning),
    database: describeDatabase(),
    isWhole: rounds >= WHOLE.rounds && seconds >= WHOLE.seconds && scale >= WHOLE.scale,
  };
  return (result: Result): boolean => {
    printMetrics(result.metrics);
    storeResult(result, setting, environment.build);
    return result.metrics.every(isMet);
  };
}

/** `lamplight verify` must find nothing after any load. */
async function verified(site: Site): Promise<Metric> {
  const { checks } = await site.verify();
  const broken = checks.filter(({ total }) => total > 0);
  for (const { name, total } of broken) console.log(`  ${name}: ${total} rows`);
  const rows = broken.reduce((sum, { total }) => sum + total, 0);
  return metric('rows that break an invariant', rows, '', { max: 0 });
}
