import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { cleanUp } from '../../test/support/cleanup.ts';
import { stopOnSignals } from '../../test/support/signals.ts';
import { printResult } from '../chaos/main.ts';
import { runScenario } from '../chaos/run-scenario.ts';
import { type Build, findBuild } from '../chaos/site/site.ts';
import { whyNoCitus } from './citus.ts';
import { measureGrowth } from './growth.ts';
import { losingWorker } from './lost-worker.ts';
import { movingShards } from './moved-shards.ts';
import { storeRun, writeReport } from './report.ts';

export const USAGE = `npm run rig cluster -- [lost-worker | moved-shards | growth | all] [--seconds n] [--rate n] [--seed n]
npm run rig cluster -- --report    writes docs/reports/cluster.md from the last run of each part`;

const SCENARIOS = [losingWorker(), movingShards()];
const PARTS = [...SCENARIOS.map(({ id }) => id), 'growth'];
/** Eight servers share the machine with the site and its clients. */
const RATE = 60;
const WORKERS_MAX = 2;

type Options = { seconds: number | undefined; seed: number; rate: number };

/** Each part on a cluster of its own. Returns whether all targets were met. */
export async function main(args: string[]): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      seconds: { type: 'string' },
      rate: { type: 'string' },
      seed: { type: 'string' },
      report: { type: 'boolean', default: false },
    },
  });
  if (values.report) {
    writeReport();
    return true;
  }
  const names = positionals.includes('all') ? PARTS : positionals;
  if (names.length === 0 || names.some((name) => !PARTS.includes(name))) {
    console.log(USAGE);
    return false;
  }
  const reason = whyNoCitus();
  if (reason) throw new Error(reason);
  stopOnSignals();
  const options = {
    seconds: values.seconds === undefined ? undefined : Number(values.seconds),
    seed: Number(values.seed ?? randomInt(1, 2 ** 31)),
    rate: Number(values.rate ?? RATE),
  };
  const build = findBuild();
  let passed = true;
  for (const name of names) {
    try {
      passed = (await runPart(name, build, options)) && passed;
    } finally {
      await cleanUp();
    }
  }
  return passed;
}

async function runPart(name: string, build: Build, options: Options): Promise<boolean> {
  const scenario = SCENARIOS.find(({ id }) => id === name);
  if (!scenario) {
    const rows = await measureGrowth(build);
    console.table(rows);
    storeRun({ id: 'growth', rows }, build);
    return rows.every(({ workers }) => workers.most <= WORKERS_MAX);
  }
  const { seed, rate, seconds = scenario.minutes * 60 } = options;
  console.log(`\n${name}: ${scenario.title} · ${seconds} s · seed ${seed} · ${build.describe}`);
  const result = await runScenario(scenario, { build, seed, seconds, rate });
  printResult(result);
  storeRun({ ...result, rate }, build);
  return result.passed;
}
