import type { Block } from './blocks.ts';

/** Describes how a command's output differs from the block below it; undefined if it does not. */
export function compareOutput(shown: Block, printed: string): string | undefined {
  if (shown.language === 'http') return compareHeaders(shown.text, printed);
  try {
    return compareKeys(JSON.parse(shown.text), JSON.parse(printed), '');
  } catch (error) {
    return `${error}: ${printed.slice(0, 500)}`;
  }
}

/** Documents show examples: values may differ, keys and types may not. */
function compareKeys(shown: unknown, printed: unknown, path: string): string | undefined {
  // A nullable value may be null in either.
  if (shown === null || printed === null) return undefined;
  if (kindOf(shown) !== kindOf(printed))
    return `${path || 'it'} is ${kindOf(printed)}, and ${kindOf(shown)} in the document`;
  if (typeof shown !== 'object' || typeof printed !== 'object') return undefined;
  const [there, here] = [Object.keys(shown).sort(), Object.keys(printed).sort()];
  if (!Array.isArray(shown) && there.join() !== here.join())
    return `${path || 'it'} has ${here}, and in the document ${there}`;
  const both = there.filter((key) => here.includes(key));
  return both
    .map((key) => compareKeys(pick(shown, key), pick(printed, key), `${path}/${key}`))
    .find(Boolean);
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'a list' : typeof value;
}

function pick(object: object, key: string): unknown {
  return (object as Record<string, unknown>)[key];
}

/** The status and every header shown must match, except for digits. */
function compareHeaders(shown: string, printed: string): string | undefined {
  const lines = printed.split(/\r?\n/).map(withoutNumbers);
  const missing = shown.split('\n').filter((line) => !lines.includes(withoutNumbers(line)));
  const [status] = printed.split(/\r?\n/);
  return missing.length > 0 || status !== shown.split('\n')[0]
    ? `${missing.join(', ')} is not in ${printed}`
    : undefined;
}

function withoutNumbers(line: string): string {
  return line.replaceAll(/\d+/g, '0').toLowerCase();
}
