import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { GROUPS } from './groups.ts';
import { readResults, staleReasons, tooLow, writeReport } from './report.ts';
import { RESULTS, runGroup } from './run.ts';

export const USAGE = `npm run rig mutation -- [group…]   mutates the code and checks that tests fail; without a group, all: ${GROUPS.map(({ name }) => name).join(' ')}
  --workers n                      2 by default
  --all                            also mutations that have not changed since the last run
npm run rig mutation -- --report   only writes docs/reports/mutation.md from the last run of each group
It needs its own packages: npm ci --prefix rigs/mutation/stryker`;

/** Returns whether every part has its least score. */
export async function main(args: string[]): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      workers: { type: 'string', default: '2' },
      all: { type: 'boolean', default: false },
      report: { type: 'boolean', default: false },
    },
  });
  const names = GROUPS.map(({ name }) => name);
  if (positionals.some((name) => !names.includes(name))) {
    console.error(USAGE);
    return false;
  }
  const selected = positionals.length > 0 ? positionals : names;
  for (const group of GROUPS.filter(({ name }) => selected.includes(name) && !values.report))
    await runGroup(group, { workers: Number(values.workers), all: values.all });

  const results = readResults(RESULTS);
  if (results.length === 0)
    throw new Error('no results in mutation-results/: npm run rig mutation');
  writeFileSync('docs/reports/mutation.md', writeReport(results));
  for (const reason of staleReasons(results)) console.error(`No such survivor any more: ${reason}`);
  const low = tooLow(results);
  if (low.length > 0) console.error(`The score is too low in: ${low.join(', ')}`);
  return low.length === 0;
}
