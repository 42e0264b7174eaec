import { expect, test } from 'vitest';
import { securityDocument } from '../../scripts/security-docs.ts';
import { EXPLAINED } from '../../scripts/security-rows.ts';
import { readTests } from '../../scripts/test-names.ts';

/** docs/security.md is made from the names of the tests; what could make it lie is found. */
const tests = readTests();

test('every requirement and attack is tested or explained', () => {
  expect(securityDocument(tests)).toContain('### A42: ');
});

test('a row that neither a test nor a sentence speaks for is found', () => {
  const without = tests.filter(({ name }) => !/\bA18\b/.test(name));
  expect(() => securityDocument(without)).toThrow('no test names A18');
  expect(() => securityDocument(tests, {})).toThrow('no test names ASVS 6.3.3');
});

test('a number that there is not is found, in a test and in the table', () => {
  const named = (name: string) => [...tests, { file: 'x.test.ts', name }];
  expect(() => securityDocument(named('ASVS 3.4.4, 99.1.2 x'))).toThrow('there is no ASVS 99.1.2');
  expect(() => securityDocument(named('A77 x'))).toThrow('there is no A77');
  expect(() => securityDocument(tests, { ...EXPLAINED, A99: 'x' })).toThrow('there is no A99');
});

test('a row that is tested needs no excuse', () => {
  expect(() => securityDocument(tests, { ...EXPLAINED, A18: 'x' })).toThrow(
    'A18 is tested and explained',
  );
});
