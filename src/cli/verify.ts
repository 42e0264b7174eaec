import { storageSettings } from '../config.ts';
import { type CheckResult, type Verdict, verifyIntegrity } from '../integrity/actions.ts';
import type { NamedDifference } from '../integrity/rules.ts';
import { withContext } from './context.ts';
import { assertStoppedIfDistributed } from './distribution/assert-stopped.ts';
import { NotChecked, orNotChecked } from './failure.ts';
import { readSettings } from './settings.ts';
import { openExistingStorage } from './storage.ts';

type Options = { repair: boolean; json: boolean; files: boolean };

/** Returns whether all checks agree in the end. Throws `NotChecked` if it could not compare everything. */
export async function verifySite(options: Options): Promise<boolean> {
  try {
    return await orNotChecked(compareSite(options));
  } catch (error) {
    if (options.json && error instanceof NotChecked)
      console.log(JSON.stringify({ clean: null, error: error.message }, null, 2));
    throw error;
  }
}

async function compareSite({ repair, json, files }: Options): Promise<boolean> {
  const config = readSettings();
  if (repair) await assertStoppedIfDistributed(config.DATABASE_URL);
  const storage = files ? await openExistingStorage(storageSettings(config)) : undefined;
  const options = { repair, ...(storage ? { storage } : {}) };
  const listeners = {
    onChecked: printCheck,
    onRepaired: (repaired: NamedDifference) => console.log(`repaired ${describe(repaired)}`),
  };
  const verdict = await withContext(config, (ctx) =>
    verifyIntegrity(ctx, json ? options : { ...options, ...listeners }),
  ).finally(() => storage?.close());
  console.log(json ? JSON.stringify(verdict, null, 2) : summarize(verdict, repair));
  return verdict.clean;
}

function printCheck({ name, invariant, title, rows, total, differences }: CheckResult): void {
  if (total === 0) {
    console.log(`✓ ${name}: ${formatCount(rows, 'row')}`);
    return;
  }
  console.log(`✗ ${name}: ${formatCount(total, 'difference')} in ${formatCount(rows, 'row')}`);
  console.log(`  ${invariant}: ${title}`);
  for (const difference of differences) console.log(`  ${describe(difference)}`);
  if (total > differences.length) console.log(`  and ${total - differences.length} more`);
}

/** `post 42: likes 5 instead of 3` */
function describe({ subject, stored, actual }: NamedDifference): string {
  const values = Object.entries(actual).map(
    ([name, right]) => `${name} ${stored[name] ?? 'missing'} instead of ${right}`,
  );
  return `${subject}: ${values.join(', ')}`;
}

function summarize({ clean, repaired, checks }: Verdict, repair: boolean): string {
  const done = repair ? `${repaired.length} repaired. ` : '';
  if (clean) return `${done}All ${checks.length} checks agree.`;
  const remaining = checks.reduce((sum, { total }) => sum + total, 0);
  const next = repair
    ? 'The rest is not a counter; a person must look at it.'
    : '`lamplight verify --repair` repairs counters.';
  return `${done}${formatCount(remaining, 'difference')}. ${next}`;
}

function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
