import { expect, test } from 'vitest';
import { securityDocument } from '../../scripts/security-docs.ts';
import { EXPLAINED } from '../../scripts/security-explained.ts';
import { REQUIREMENTS } from '../../scripts/security-rows.ts';
import { readTests } from '../../scripts/test-names.ts';

/** docs/security.md is generated from the test titles; these tests check the generator. */
const tests = readTests();

test('every requirement and attack is tested or explained', () => {
  expect(securityDocument(tests)).toContain('### A42: ');
});

/** How many requirements each section of OWASP ASVS 5.0 has. */
const SECTIONS = {
  6: [3, 12, 8, 6, 8, 4, 2, 4],
  7: [3, 4, 2, 5, 3, 2],
  10: [2, 3, 5, 16, 5, 2, 3],
};

test('chapters 6, 7 and 10 of ASVS 5.0 are complete: every number has a row', () => {
  const ids = REQUIREMENTS.flatMap((row) => row.ids);
  expect(new Set(ids).size).toBe(ids.length);
  const numbers = Object.entries(SECTIONS).flatMap(([chapter, counts]) =>
    counts.flatMap((count, section) =>
      Array.from({ length: count }, (_, n) => `ASVS ${chapter}.${section + 1}.${n + 1}`),
    ),
  );
  expect(ids.filter((id) => /^ASVS (6|7|10)\./.test(id)).sort()).toEqual(numbers.sort());
});

test('a row with neither a test nor an explanation is reported', () => {
  const without = tests.filter(({ name }) => !/\bA18\b/.test(name));
  expect(() => securityDocument(without)).toThrow('no test names A18');
  expect(() => securityDocument(tests, {})).toThrow('no test names ASVS 6.3.6');
});

test('an unknown number is reported, in a test and in the table', () => {
  const named = (name: string) => [...tests, { file: 'x.test.ts', name }];
  expect(() => securityDocument(named('ASVS 3.4.4, 99.1.2 x'))).toThrow('there is no ASVS 99.1.2');
  expect(() => securityDocument(named('A77 x'))).toThrow('there is no A77');
  expect(() => securityDocument(tests, { ...EXPLAINED, A99: 'x' })).toThrow('there is no A99');
});

test('a tested row must not have an explanation', () => {
  expect(() => securityDocument(tests, { ...EXPLAINED, A18: 'x' })).toThrow(
    'A18 is tested and explained',
  );
});
