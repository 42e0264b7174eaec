import { storageSettings } from '../config.ts';
import { type CheckResult, type Verdict, verifyIntegrity } from '../integrity/actions.ts';
import type { NamedDifference } from '../integrity/rules.ts';
import { withContext } from './context.ts';
import { assertQuietIfDistributed } from './distribution/assert-quiet.ts';
import { readSettings } from './settings.ts';
import { openExistingStorage } from './storage.ts';

/** True when every number is right in the end. */
export async function verifySite({
  repair,
  json,
  files,
}: {
  repair: boolean;
  json: boolean;
  files: boolean;
}): Promise<boolean> {
  const config = readSettings();
  if (repair) await assertQuietIfDistributed(config.DATABASE_URL);
  const storage = files ? await openExistingStorage(storageSettings(config)) : undefined;
  const looked = { repair, ...(storage ? { storage } : {}) };
  const told = {
    onChecked: printCheck,
    onRepaired: (repaired: NamedDifference) => console.log(`repaired ${describe(repaired)}`),
  };
  const verdict = await withContext(config, (ctx) =>
    verifyIntegrity(ctx, json ? looked : { ...looked, ...told }),
  ).finally(() => storage?.close());
  console.log(json ? JSON.stringify(verdict, null, 2) : summarize(verdict, repair));
  return verdict.clean;
}

function printCheck({ name, invariant, title, rows, total, differences }: CheckResult): void {
  if (total === 0) {
    console.log(`✓ ${name}: ${plural(rows, 'row')}`);
    return;
  }
  console.log(`✗ ${name}: ${plural(total, 'difference')} in ${plural(rows, 'row')}`);
  console.log(`  ${invariant}: ${title}`);
  for (const difference of differences) console.log(`  ${describe(difference)}`);
  if (total > differences.length) console.log(`  and ${total - differences.length} more`);
}

/** `post 42: likes 5 instead of 3` */
function describe({ subject, stored, actual }: NamedDifference): string {
  const figures = Object.entries(actual).map(
    ([figure, right]) => `${figure} ${stored[figure] ?? 'missing'} instead of ${right}`,
  );
  return `${subject}: ${figures.join(', ')}`;
}

function summarize({ clean, repaired, checks }: Verdict, repair: boolean): string {
  const done = repair ? `${repaired.length} repaired. ` : '';
  if (clean) return `${done}All ${checks.length} checks agree.`;
  const remaining = checks.reduce((sum, { total }) => sum + total, 0);
  const next = repair
    ? 'What remains is not a counter and needs a person.'
    : '`lamplight verify --repair` puts counters right.';
  return `${done}${plural(remaining, 'difference')}. ${next}`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
