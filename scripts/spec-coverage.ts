/** The specification's clauses and our decisions beside the tests that name them, as a document. */
import { readFileSync } from 'node:fs';
import { type Clauses, compareWithSpec, readClauses } from './spec-clauses.ts';
import { type NamedTest, readTests } from './test-names.ts';

type Coverage = Map<string, NamedTest[]>;

const TITLE_MAX = 44;

/** Fails where a clause or decision is named by no test, or a title names one that does not exist. */
export function specCoverage(
  tests = readTests(),
  clauses = readClauses(),
  spec = readFileSync('docs/SPEC.md', 'utf8'),
  choices = readFileSync('docs/spec-choices.md', 'utf8'),
): string {
  const decisions = [...choices.matchAll(/^### (D\d+) /gm)].map(([, id = '']) => id);
  const ids = [...Object.keys(clauses.clauses), ...decisions];
  const parts = rulesOf(spec);
  const named = tests.map((test) => ({ test, ...namesIn(test.name, clauses, parts, decisions) }));
  const coverage: Coverage = new Map(
    ids.map((id) => [id, named.filter((one) => one.ids.includes(id)).map(({ test }) => test)]),
  );
  const faults = [
    ...compareWithSpec(clauses, spec),
    ...ids.filter((id) => coverage.get(id)?.length === 0).map((id) => `no test names ${id}`),
    ...named.flatMap(({ test, unknown }) =>
      unknown.map((id) => `${id} is no clause or decision: ${test.file} "${test.name}"`),
    ),
  ];
  if (faults.length > 0)
    throw new Error(`docs/reports/spec-coverage.md:\n- ${faults.join('\n- ')}`);
  return writeDocument(coverage);
}

/**
 * Of `§7.4a, D23 …` both. `§7.4` and `§2 User` stand for a part of the specification: allowed, and no proof of any clause
 * in it; so does `D28–D43`.
 */
function namesIn(title: string, { clauses }: Clauses, parts: Set<string>, decisions: string[]) {
  const found = [...title.matchAll(/§/g)].map(({ index }) =>
    clauseAt(title.slice(index), clauses, parts),
  );
  const numbers = [...title.matchAll(/\bD\d+\b/g)].map(String);
  const isRange = /\bD\d+–D\d+/.test(title);
  const isKnown = (id: string) => decisions.includes(id);
  return {
    ids: [
      ...found.flatMap(({ id }) => id ?? []),
      ...numbers.filter((id) => isKnown(id) && !isRange),
    ],
    unknown: [
      ...found.flatMap(({ unknown }) => unknown ?? []),
      ...numbers.filter((id) => !isKnown(id)),
    ],
  };
}

/** The longest id that the text begins with: `§7.1` is not in `§7.10`, nor `§4 page /posts` in `§4 page /posts/:id`. */
function clauseAt(
  text: string,
  clauses: Clauses['clauses'],
  parts: Set<string>,
): { id?: string; unknown?: string } {
  const [id] = Object.keys(clauses)
    .filter((one) => text.startsWith(one) && /^(?![\w/-]|\.\w)/.test(text.slice(one.length)))
    .sort((a, b) => b.length - a.length);
  if (id) return { id };
  const [number] = /^§\d+\.\d+[a-z]?\b/.exec(text) ?? [];
  if (number) return parts.has(number) ? {} : { unknown: number };
  const [unknown] = /^§\d+ (?:(?:GET|POST|PUT|PATCH|DELETE|page) \/\S*|\w+\.\w+)/.exec(text) ?? [];
  return unknown ? { unknown } : {};
}

/** `§5.7` and the like: the numbered rules, of which some have several clauses and some none. */
function rulesOf(spec: string): Set<string> {
  const sections = spec.split(/^## (?=\d)/m).slice(1);
  return new Set(
    sections.flatMap((section) =>
      [...section.matchAll(/^(\d+)\. /gm)].slice(1).map(([, rule]) => `§${section[0]}.${rule}`),
    ),
  );
}

function writeDocument(coverage: Coverage): string {
  const ids = [...coverage.keys()];
  const parts = Map.groupBy(ids, (id) => (id.startsWith('D') ? 'Decisions' : id.slice(0, 2)));
  const clauses = ids.length - (parts.get('Decisions')?.length ?? 0);
  return [
    '# Specification coverage',
    '',
    'Written by `npm run generate`. Every normative sentence and table row of [SPEC.md](SPEC.md) is a clause with an id in',
    '[spec-clauses.json](spec-clauses.json), and every decision of [spec-choices.md](spec-choices.md) has a number. Tests name them in their titles;',
    'titles of `describe` do not count. The check fails where one is named by no test, or a title names one that does not exist.',
    '',
    `${clauses} clauses and ${ids.length - clauses} decisions, each with the test nearest to it and how many others name it.`,
    '',
    ...[...parts].flatMap(([part, list]) => [
      `## ${part}`,
      '',
      'Clause | Test | File',
      '---|---|---',
      ...list.map((id) => row(id, coverage.get(id) ?? [], ids)),
      '',
    ]),
  ].join('\n');
}

function row(id: string, tests: NamedTest[], ids: string[]): string {
  const [nearest] = tests.toSorted((a, b) => distance(id, a) - distance(id, b));
  if (!nearest) return '';
  const others = tests.length > 1 ? ` +${tests.length - 1}` : '';
  const cells = [
    id,
    titleWithoutIds(nearest.name, ids),
    nearest.file.replace(/^.*\//, '') + others,
  ];
  return cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ');
}

/** Behaviour through the API first, then whoever names the clause before others. */
function distance(id: string, { file, name }: NamedTest): number {
  const folders = [/^test\/spec\/(?!pages-)/, /^test\/(?!spec|browser)/, /^test\//, /./];
  return folders.findIndex((folder) => folder.test(file)) + name.indexOf(id) / 1000;
}

/** What a title says after the ids it begins with, at most so long that a row stays a row. */
function titleWithoutIds(title: string, ids: string[]): string {
  const known = ids
    .toSorted((a, b) => b.length - a.length)
    .map((id) => id.replace(/[^\w ]/g, '\\$&'));
  const named = `${known.join('|')}|§\\d+(?:\\.\\d+)?|[ACDIL]\\d+(?:–D\\d+)?|(?:ASVS )?\\d+\\.\\d+\\.\\d+`;
  const words = title.replace(
    new RegExp(`^(?:SPEC )?(?:[( ]*(?:${named})(?![\\w/-])[,:;) ]*)+`),
    '',
  );
  return words.length > TITLE_MAX ? `${words.slice(0, TITLE_MAX).replace(/\s+\S*$/, '')} …` : words;
}
