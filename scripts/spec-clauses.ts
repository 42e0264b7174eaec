/** docs/spec-clauses.json: every normative sentence and table row of SPEC.md under an id that tests name. */
import { readFileSync } from 'node:fs';

export type Clauses = {
  /** By id, the words of SPEC.md. */
  clauses: Record<string, string>;
  /** Words of SPEC.md that ask for nothing, and why. */
  not_normative: Record<string, string>;
};

export function readClauses(): Clauses {
  return JSON.parse(readFileSync('docs/spec-clauses.json', 'utf8'));
}

/** Quotes that SPEC.md does not have, and words of SPEC.md that nobody quotes. */
export function compareWithSpec({ clauses, not_normative }: Clauses, spec: string): string[] {
  const isQuoted = new Uint8Array(spec.length);
  const faults: string[] = [];
  for (const [id, quote] of [
    ...Object.entries(clauses),
    ...Object.keys(not_normative).map(twice),
  ]) {
    const places = placesOf(quote, spec);
    const isClause = id in clauses;
    if (places.length === 0)
      faults.push(`SPEC.md does not say "${quote}"${isClause ? ` (${id})` : ''}`);
    if (isClause && places.length > 1)
      faults.push(`SPEC.md says "${quote}" more than once (${id})`);
    for (const place of places) isQuoted.fill(1, place, place + quote.length);
  }
  return [...faults, ...unquoted(spec, isQuoted)];
}

function twice(quote: string): [string, string] {
  return [quote, quote];
}

function placesOf(quote: string, spec: string): number[] {
  const places = [];
  for (let at = spec.indexOf(quote); at >= 0; at = spec.indexOf(quote, at + 1)) places.push(at);
  return places;
}

/** Headings and the heads of tables ask for nothing; nor do bullets, numbers of rules and conjunctions between quotes. */
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
