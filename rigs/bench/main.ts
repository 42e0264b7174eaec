import { parseArgs } from 'node:util';
import { cleanUp } from '../../test/support/cleanup.ts';
import { stopOnSignals } from '../../test/support/signals.ts';
import { type Figure, figure, isMet } from '../chaos/figures.ts';
import { printFigures } from '../chaos/print-figures.ts';
import { type Build, findBuild } from '../chaos/site/site.ts';
import { FULL_SIZE, provideSet, timesAsLarge } from './data-set.ts';
import { interleave, isReached, measurementsOf, printCosts, printRows } from './interleave.ts';
import { OPERATIONS } from './operations/all.ts';
import { besideBuild } from './operations/builds.ts';
import type { Operation } from './operations/operation.ts';
import { besidePeer, readPeer } from './operations/peers.ts';
import { describeDatabase, describePlacement, openPlace, type Place } from './place.ts';
import { type Profile, profileOperation } from './profile.ts';
import { undisturbed } from './quiet.ts';
import { writeReport } from './report.ts';
import {
  keepResult,
  type Measured,
  publishResults,
  type Result,
  type Setting,
  WHOLE,
} from './results.ts';
import { isFlat, measureGrowth, TIMES } from './sections/growth.ts';
import { measureIdle } from './sections/idle.ts';
import { measureProcess } from './sections/process.ts';
import { measureSteady } from './sections/steady.ts';
import { measureTwoWebs } from './sections/two-webs.ts';
import { openSite, type Site, type SiteOptions } from './site.ts';

/** What is measured of the site beside its operations. */
const PARTS = ['process', 'two', 'steady'] as const;

const USAGE = `npm run rig bench                        every operation beside its bare twin, and the process by itself
npm run rig bench -- like comment        only these: ${OPERATIONS.map(({ id }) => id).join(' ')}
npm run rig bench -- process steady      only these of the process by itself: ${PARTS.join(' ')}
npm run rig bench -- --growth            the same operations on ${TIMES} times the data, and thousands of idle connections
npm run rig bench -- --beside name=pid,list,post
                                     our pages beside those of a site that runs here, by its process and two addresses
npm run rig bench -- --against dir like …
                                     what a change is worth: this build in turns with another, for what can be repeated; not kept
npm run rig bench -- --profile like …    where the time of operations goes
npm run rig bench -- --report            writes docs/reports/performance.md from what was measured on the whole set
  --rounds n --seconds n             how often, and how long each time
  --scale n                          n times the data of a whole set; with --growth of its larger one
  --kept dir                         keeps the set there, and finds it there the next time
  --quick                            a small set and short rounds, to see that it works
  --build dir                        measures that build, not dist`;

const USUAL = { ...WHOLE, steady_seconds: 60, step_seconds: 15 };
const QUICK = { rounds: 2, seconds: 1, scale: 0.1, steady_seconds: 10, step_seconds: 5 };

type Numbers = typeof USUAL;
type Part = (typeof PARTS)[number];

/** Says whether all that was asked for is as it should be. */
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
      kept: { type: 'string' },
      build: { type: 'string' },
    },
  });
  if (values.report) {
    writeReport(publishResults());
    return true;
  }
  const asked = [...(values.profile ? [values.profile] : []), ...positionals];
  const chosen = OPERATIONS.filter(({ id }) => asked.length === 0 || asked.includes(id));
  const parts = PARTS.filter((part) => asked.length === 0 || asked.includes(part));
  if (chosen.length + parts.length < asked.length) {
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
    const bench: Bench = { build, numbers, kept: values.kept, chosen };
    if (values.profile) return await profile(bench);
    if (values.growth) return await growth(bench);
    if (values.against) return await against(bench, values.against);
    if (values.beside) return await beside(bench, values.beside);
    return await compare(bench, parts);
  } finally {
    await cleanUp();
  }
}

type Bench = { build: Build; numbers: Numbers; kept: string | undefined; chosen: Operation[] };

async function compare({ build, numbers, kept, chosen }: Bench, parts: Part[]) {
  const place = await openPlace({ build, kept });
  const site = await settle(place, numbers);
  const conclude = concluder(place, numbers);
  const passed: boolean[] = [];
  if (chosen.length > 0) {
    const rows = await interleave(site, chosen, numbers);
    printRows(rows);
    const figures = [await verified(site)];
    passed.push(conclude({ section: 'ratios', rows, figures }) && rows.every(isReached));
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
    const { stolen, ...measured } = await undisturbed(measures[section])();
    const others = figure('of the machine, to others', stolen * 100, '%');
    const figures = [...measured.figures, others, await verified(site)];
    passed.push(conclude({ section, ...measured, figures }));
  }
  return passed.every(Boolean);
}

async function growth({ build, numbers, kept, chosen }: Bench): Promise<boolean> {
  const place = await openPlace({ build, kept });
  const less = { ...numbers, scale: numbers.scale / TIMES };
  const small = await settle(place, less, { name: 'small', sides: 'ours' });
  const large = await settle(place, numbers, { name: 'large', sides: 'ours' });
  const conclude = concluder(place, numbers);
  const rows = await measureGrowth([small, large], chosen, numbers);
  const passed = conclude({ section: 'growth', rows, figures: [await verified(large)] });
  return (
    conclude({ section: 'idle', ...(await measureIdle(large)) }) && passed && rows.every(isFlat)
  );
}

async function beside({ build, numbers, kept }: Bench, peers: string[]): Promise<boolean> {
  const place = await openPlace({ build, kept });
  const site = await settle(place, numbers);
  const operations = peers.map(readPeer).flatMap(besidePeer);
  const rows = await interleave(site, operations, numbers);
  printRows(rows);
  return (
    concluder(place, numbers)({ section: 'peers', rows, figures: [] }) && rows.every(isReached)
  );
}

async function against({ build, numbers, kept, chosen }: Bench, directory: string) {
  const place = await openPlace({ build, kept });
  const site = await settle(place, numbers);
  const rows = await interleave(site, besideBuild(chosen, directory), numbers);
  printRows(rows);
  printCosts(rows);
  return true;
}

async function profile({ build, numbers, kept, chosen }: Bench): Promise<boolean> {
  const place = await openPlace({
    ...{ build, kept },
    settings: { shared_preload_libraries: 'pg_stat_statements' },
  });
  const site = await settle(place, numbers);
  const profiles: Profile[] = [];
  for (const operation of chosen)
    profiles.push(await profileOperation(site, operation, numbers.seconds));
  return concluder(place, numbers)({ section: 'profiles', profiles, figures: [] });
}

async function settle(
  place: Place,
  numbers: Numbers,
  options: Pick<SiteOptions, 'sides'> & { name: string } = { name: 'lamplight' },
): Promise<Site> {
  const size = timesAsLarge(FULL_SIZE, numbers.scale);
  console.log(`${size.posts} posts, ${size.comments} comments, ${size.reactions} reactions`);
  const set = await provideSet(place.server, size);
  return openSite(place, { ...options, set, size, measurements: measurementsOf(numbers) });
}

/** Keeps what was found and says whether it is as wanted. */
function concluder(place: Place, numbers: Numbers) {
  const { rounds, seconds, scale } = numbers;
  const setting: Setting = {
    size: timesAsLarge(FULL_SIZE, scale),
    ...{ rounds, seconds },
    placement: describePlacement(place.apart),
    database: describeDatabase(),
    isWhole: rounds >= WHOLE.rounds && seconds >= WHOLE.seconds && scale >= WHOLE.scale,
  };
  return (result: Result): boolean => {
    printFigures(result.figures);
    keepResult(result, setting, place.build);
    return result.figures.every(isMet);
  };
}

/** Whatever was sent, `lamplight verify` finds nothing. */
async function verified(site: Site): Promise<Figure> {
  const { checks } = await site.verify();
  const rows = checks.reduce((sum, { total }) => sum + total, 0);
  return figure('rows that break an invariant', rows, '', { max: 0 });
}
