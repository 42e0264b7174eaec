import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { TARGETS } from './read-corpus.ts';
import { fuzzDocument } from './report.ts';
import { runTarget } from './run.ts';

export const USAGE = `npm run rig fuzz -- [target…]   coverage-guided fuzzing; without a target, all: ${[...TARGETS.keys()].join(' ')}
  --seconds n --seed n           per target
  --keep                         replaces the corpus with the smallest set of inputs of equal coverage
npm run rig fuzz -- --report    runs nothing, and writes docs/reports/fuzz.md from the results in fuzz-results/`;

/** Returns whether no target found anything. */
export async function main(args: string[]): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '60' },
      seed: { type: 'string', default: String(1 + (Date.now() % (2 ** 31 - 2))) },
      keep: { type: 'boolean', default: false },
      report: { type: 'boolean', default: false },
    },
  });
  if (positionals.some((name) => !TARGETS.has(name))) {
    console.error(USAGE);
    return false;
  }
  if (values.report) {
    writeFileSync('docs/reports/fuzz.md', fuzzDocument());
    return true;
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
  return found === 0;
}
