import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { hasBinary } from '../../test/support/binaries.ts';
import { cleanUp } from '../../test/support/cleanup.ts';
import { stopOnSignals } from '../../test/support/signals.ts';
import { printMetrics } from './print-metrics.ts';
import { publishRuns, storeResult } from './report.ts';
import { type Result, runScenario } from './run-scenario.ts';
import { SCENARIOS } from './scenarios/all.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { findBuild } from './site/site.ts';

export const USAGE = `npm run rig chaos -- [C1 C3 … | mix | all] [--minutes n] [--seed n] [--rate n] [--build dir]
npm run rig chaos -- --report    adds the runs since the last report to docs/reports/reliability-runs.jsonl, and writes docs/reports/reliability.md`;

/** Runs the scenarios one after the other, each on its own site. Returns whether all passed. */
export async function main(args: string[]): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      minutes: { type: 'string' },
      seed: { type: 'string' },
      rate: { type: 'string' },
      build: { type: 'string' },
      report: { type: 'boolean', default: false },
    },
  });
  if (values.report) {
    publishRuns();
    return true;
  }
  const scenarios = choose(positionals);
  if (scenarios.length === 0) {
    console.log(USAGE);
    return false;
  }
  const build = findBuild(values.build);
  const seed = Number(values.seed ?? randomInt(1, 2 ** 31));
  stopOnSignals();
  let passed = true;
  for (const scenario of scenarios) {
    const seconds = Number(values.minutes ?? scenario.minutes) * 60;
    console.log(
      `\n${scenario.id}: ${scenario.title} · ${seconds} s · seed ${seed} · ${build.describe}`,
    );
    try {
      const rate = values.rate === undefined ? {} : { rate: Number(values.rate) };
      const result = await runScenario(scenario, { build, seed, seconds, ...rate });
      printResult(result);
      storeResult(result, build);
      passed &&= result.passed;
    } finally {
      await cleanUp();
    }
  }
  return passed;
}

function choose(names: string[]): Scenario[] {
  if (names.includes('all')) return SCENARIOS.filter(isPossible);
  const requested = names.length === 0 ? ['mix'] : names;
  const unknown = requested.filter((name) => !SCENARIOS.some(({ id }) => id === name));
  if (unknown.length > 0) console.log(`no such scenario: ${unknown.join(' ')}`);
  const known = SCENARIOS.filter(({ id }) => requested.includes(id));
  return unknown.length > 0 || !known.every(isPossible) ? [] : known;
}

/** Prints what is missing, so that a skipped scenario is not mistaken for a passed one. */
function isPossible({ id, needs = {} }: Scenario): boolean {
  const packages = Object.entries(needs).filter(([program]) => !hasBinary(program));
  if (packages.length > 0)
    console.log(`${id} is not run: apt-get install ${packages.map(([, name]) => name).join(' ')}`);
  return packages.length === 0;
}

export function printResult(result: Result): void {
  const { outcomes, operations, requests, seconds } = result;
  console.log(
    `  ${operations} operations in ${seconds} s (${requests} requests): ${outcomes.ok} ok, ${outcomes.refused} refused, ${outcomes.unknown} unknown at first`,
  );
  printMetrics(result.metrics);
  const errors = Object.entries(result.errors).map(([name, times]) => `${name} × ${times}`);
  if (errors.length > 0) console.log(`  errors: ${errors.join(', ')}`);
  for (const { wrong, text } of result.findings) console.log(`  ${wrong}: ${text}`);
  for (const surprise of result.surprises) console.log(`  surprise: ${surprise}`);
  console.log(result.passed ? '  passed' : `  NOT passed; again with --seed ${result.seed}`);
}
