import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compareWithSpec, readClauses } from '../../scripts/spec-clauses.ts';
import { specCoverage } from '../../scripts/spec-coverage.ts';
import { readTests, readTitles } from '../../scripts/test-names.ts';

/** docs/reports/spec-coverage.md is generated from the titles of the tests; these tests find what could make it wrong. */
const tests = readTests();
const clauses = readClauses();
const spec = readFileSync('docs/SPEC.md', 'utf8');
const titled = (name: string) => [...tests, { file: 'x.test.ts', name }];

test('every clause of the specification and every decision is named by a test', () => {
  expect(specCoverage(tests)).toMatch(/^\d+ clauses and \d+ decisions/m);
});

test('a clause or a decision that no test names is found', () => {
  const without = (id: RegExp) => tests.filter(({ name }) => !id.test(name));
  expect(() => specCoverage(without(/§7\.10\b/))).toThrow('no test names §7.10');
  expect(() => specCoverage(without(/\bD12\b/))).toThrow('no test names D12');
});

test.each([
  ['§7.11 x', '§7.11'],
  ['§7.4c x', '§7.4c'],
  ['§4 POST /api/nothing x', '§4 POST /api/nothing'],
  ['§4 page /nothing', '§4 page /nothing'],
  ['§2 User.nothing: x', '§2 User.nothing'],
  ['D999 x', 'D999'],
])('the title "%s" names something that does not exist', (title, id) => {
  expect(() => specCoverage(titled(title))).toThrow(`${id} is no clause or decision: x.test.ts`);
});

test('a title that names a whole part, or a range of decisions, covers no clause in it', () => {
  const left = tests.filter(({ name }) => !/§7\.4a|\bD12\b/.test(name));
  const broad = [...left, { file: 'x.test.ts', name: '§7.4, §2 User, D10–D15 x' }];
  expect(() => specCoverage(broad)).toThrow('no test names §7.4a');
  expect(() => specCoverage(broad)).toThrow('no test names D12');
});

test('each quote stands in the specification, and each sentence of it is quoted or explained', () => {
  expect(compareWithSpec(clauses, spec)).toEqual([]);
  const added = spec.replace('## 9. Versioning', 'Posts glow in the dark.\n\n## 9. Versioning');
  expect(compareWithSpec(clauses, added)).toEqual([
    expect.stringMatching(/^no clause quotes "Posts glow in the dark" \(SPEC\.md, line \d+\)$/),
  ]);
  const changed = spec.replace('Energize cap | 20 energy', 'Energize cap | 30 energy');
  const [first] = compareWithSpec(clauses, changed);
  expect(first).toMatch(/^SPEC\.md does not contain "Energize cap \| 20 energy.*§8 Energize cap/);
});

test('titles are those of tests: no describe, nothing that is skipped, aliases and tables included', () => {
  const source = `
    import { describe, it, test } from 'vitest';
    describe('§1 group', () => {
      test('one', () => {});
      it('two', () => {});
      test.each([['x)(']])('three %s', () => {});
      describe.each([1])('§2 group %i', () => {});
      test.skip('never', () => {});
      test.todo('later');
      test.skipIf(true)('sometimes', () => {});
      const onRedis = test.skipIf(false);
      onRedis(\`four \${1}\`, () => {});
    });`;
  expect(readTitles('x.ts', source)).toEqual(['one', 'two', 'three %s', 'sometimes', `four \${1}`]);
});
