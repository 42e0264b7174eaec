/**
 * Coverage-guided fuzzing: `npm run rig fuzz -- <target>… [--seconds 60] [--seed n] [--keep]`; without a target, all.
 * Each run leaves a JSON result in fuzz-results/; `--keep` then rewrites the kept inputs as the smallest set that
 * reaches as much. `--report` runs nothing and writes docs/reports/fuzz.md from all results.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { TARGETS } from './read-corpus.ts';
import { fuzzDocument } from './report.ts';
import { runTarget } from './run.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(1 + (Date.now() % (2 ** 31 - 2))) },
    keep: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
  },
});
const unknown = positionals.filter((name) => !TARGETS.has(name));
if (unknown.length > 0) {
  console.error(`No target ${unknown.join(', ')}; there are ${[...TARGETS.keys()].join(', ')}.`);
  process.exit(2);
}
if (values.report) {
  writeFileSync('docs/reports/fuzz.md', fuzzDocument());
  process.exit();
}

let found = 0;
for (const target of positionals.length > 0 ? positionals : TARGETS.keys()) {
  const result = await runTarget(target, {
    seconds: Number(values.seconds),
    seed: Number(values.seed),
    keep: values.keep,
  });
  found += result.finds.length;
  console.log(JSON.stringify(result));
}
process.exit(found > 0 ? 1 : 0);
