/** The specification's clauses and our decisions beside the tests that name them, as a document. */
import { readFileSync } from 'node:fs';
import { listTests, type NamedTest, readTests } from './test-names.ts';

type Clause = { id: string; text: string };

export function specCoverage(): string {
  const tests = readTests();
  const clauses = readClauses(readFileSync('docs/SPEC.md', 'utf8'));
  const decisions = readDecisions(readFileSync('docs/spec-choices.md', 'utf8'));
  const covered = (list: Clause[]) =>
    list.filter((clause) => testsOf(clause, tests).length > 0).length;
  return [
    '# Specification coverage',
    '',
    'Written by `npm run generate` from the names of the tests. A clause counts as covered when a test names it.',
    '',
    `- Clauses of [SPEC.md](SPEC.md): ${covered(clauses)} of ${clauses.length} named by a test`,
    `- Decisions of [spec-choices.md](spec-choices.md): ${covered(decisions)} of ${decisions.length} named by a test`,
    '',
    '## Not yet',
    '',
    ...[...clauses, ...decisions]
      .filter((clause) => testsOf(clause, tests).length === 0)
      .map((clause) => `- **${clause.id}** ${clause.text}`),
    '',
    '## Covered',
    '',
    ...[...clauses, ...decisions].flatMap((clause) => section(clause, testsOf(clause, tests))),
  ].join('\n');
}

function section(clause: Clause, tests: NamedTest[]): string[] {
  if (tests.length === 0) return [];
  return [`### ${clause.id}`, '', clause.text, '', ...listTests(tests), ''];
}

/** `§5.1` must not be found in `§5.10`, nor `D1` in `D17`. */
function testsOf(clause: Clause, tests: NamedTest[]): NamedTest[] {
  const escaped = clause.id.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern = new RegExp(`(?<![\\w/])${escaped}(?![\\w/-]|\\.\\d)`, 'i');
  return tests.filter((test) => pattern.test(test.name));
}

function readDecisions(text: string): Clause[] {
  return [...text.matchAll(/^### (D\d+) (.+)$/gm)].map(([, id = '', title = '']) => ({
    id,
    text: title,
  }));
}

/** A clause is a numbered rule, a row of a table, a resource, or a page route. */
function readClauses(text: string): Clause[] {
  const clauses: Clause[] = [];
  let part = '';
  let heading = '';
  let inTable = false;
  for (const line of text.split('\n')) {
    const newPart = /^## (\d+)\. /.exec(line);
    const newHeading = /^### (.+)$/.exec(line);
    const rule = /^(\d+)\. (.+)$/.exec(line);
    const row = /^\| (.+) \|$/.exec(line);
    if (newPart) [part, heading] = [newPart[1] ?? '', ''];
    else if (newHeading) heading = newHeading[1] ?? '';
    if (newHeading && (part === '2' || (part === '3' && heading !== 'Post status'))) {
      clauses.push({ id: `§${part} ${heading.replace(/ \(.*\)$/, '')}`, text: heading });
    } else if (rule && ['3', '5', '7'].includes(part)) {
      clauses.push({ id: `§${part}.${rule[1]}`, text: rule[2] ?? '' });
    } else if (row && inTable) {
      const clause = readRow(part, heading, (row[1] ?? '').split(' | '));
      if (clause) clauses.push(clause);
    } else if (part === '4' && heading === 'Page routes') {
      const page = /^- `([^`]+)`/.exec(line);
      if (page) clauses.push({ id: `§4 page ${page[1]}`, text: line.slice(2) });
    }
    inTable = line.startsWith('|---') || (inTable && line.startsWith('|'));
  }
  return clauses;
}

function readRow(part: string, heading: string, cells: string[]): Clause | undefined {
  const [first = '', second = '', ...rest] = cells;
  const text = [second, ...rest].join(' · ');
  if (part === '3')
    return {
      id: `§3 ${first}: ${second}${rest[0] ? ` (${rest[0]})` : ''}`,
      text: rest.join(' · '),
    };
  if (part === '4' && heading !== 'Page routes')
    return { id: `§4 ${first} ${second}`, text: rest.join(' · ') || second };
  if (part === '6' || part === '8') return { id: `§${part} ${first}`, text };
  return undefined;
}
