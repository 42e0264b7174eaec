/**
 * Breaks the code and sees whether the tests notice: `npm run rig mutation -- [group…] [--workers 2] [--all]`. Without a
 * group, all of them. `--report` only writes docs/reports/mutation.md again, from the last run of each group.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { GROUPS } from './groups.ts';
import { readResults, staleSentences, tooLow, writeReport } from './report.ts';
import { RESULTS, runGroup } from './run.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    workers: { type: 'string', default: '2' },
    /** Also what has not changed since it was last looked at. */
    all: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
  },
});
const names = GROUPS.map(({ name }) => name);
const unknown = positionals.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`No group ${unknown.join(', ')}; there are ${names.join(', ')}.`);
  process.exit(2);
}

const wanted = positionals.length > 0 ? positionals : names;
for (const group of GROUPS.filter(({ name }) => wanted.includes(name) && !values.report))
  await runGroup(group, { workers: Number(values.workers), all: values.all });

const results = readResults(RESULTS);
writeFileSync('docs/reports/mutation.md', writeReport(results));
for (const sentence of staleSentences(results))
  console.error(`No such survivor any more: ${sentence}`);
const low = tooLow(results);
if (low.length > 0) console.error(`Too few are found in: ${low.join(', ')}`);
process.exit(low.length > 0 ? 1 : 0);
