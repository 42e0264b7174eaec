/** docs/spec-clauses.json: every normative sentence and table row of SPEC.md under an id that tests name. */
import { readFileSync } from 'node:fs';

export type Clauses = {
  /** Quotes of SPEC.md by id. */
  clauses: Record<string, string>;
  /** Text of SPEC.md that is not normative, and why. */
  not_normative: Record<string, string>;
};

export function readClauses(): Clauses {
  return JSON.parse(readFileSync('docs/spec-clauses.json', 'utf8'));
}

/** Quotes that are not in SPEC.md, and text of SPEC.md that no clause quotes. */
export function compareWithSpec({ clauses, not_normative }: Clauses, spec: string): string[] {
  const isQuoted = new Uint8Array(spec.length);
  const faults: string[] = [];
  for (const [id, quote] of [
    ...Object.entries(clauses),
    ...Object.keys(not_normative).map(twice),
  ]) {
    const offsets = findOffsets(quote, spec);
    const isClause = id in clauses;
    if (offsets.length === 0)
      faults.push(`SPEC.md does not contain "${quote}"${isClause ? ` (${id})` : ''}`);
    if (isClause && offsets.length > 1)
      faults.push(`SPEC.md contains "${quote}" more than once (${id})`);
    for (const offset of offsets) isQuoted.fill(1, offset, offset + quote.length);
  }
  return [...faults, ...unquoted(spec, isQuoted)];
}

function twice(quote: string): [string, string] {
  return [quote, quote];
}

function findOffsets(quote: string, spec: string): number[] {
  const offsets = [];
  for (let at = spec.indexOf(quote); at >= 0; at = spec.indexOf(quote, at + 1)) offsets.push(at);
  return offsets;
}

/** Headings, table heads, bullets, rule numbers and conjunctions between quotes are not normative. */
function unquoted(spec: string, isQuoted: Uint8Array): string[] {
  const lines = spec.split('\n');
  let start = 0;
  return lines.flatMap((line, index) => {
    const rest = line
      .split('')
      .map((character, at) => (isQuoted[start + at] ? '\n' : character))
      .join('');
    start += line.length + 1;
    if (line.startsWith('#') || line.startsWith('|---') || lines[index + 1]?.startsWith('|---'))
      return [];
    const words = rest
      .replace(/^(- |\d+\. )/, '')
      .split('\n')
      .map((piece) => piece.replaceAll(/[|\s.,;:]/g, ' ').trim())
      .filter((piece) => piece !== '' && piece !== 'and');
    return words.map((piece) => `no clause quotes "${piece}" (SPEC.md, line ${index + 1})`);
  });
}
