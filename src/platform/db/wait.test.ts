import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { packagePath } from '../../paths.ts';
import { findOldestProgram } from './migrate.ts';
import { isOlder } from './wait.ts';

const RECORDED_SINCE = '0039';

test.each([
  ['0.1.0', '0.1.0', false],
  ['0.1.0', '0.1.1', true],
  ['0.9.0', '0.10.0', true],
  ['1.0.0', '0.99.99', false],
  ['1.2.0-rc.1', '1.2.0', false],
])('version %s is older than %s: %s', (version, than, older) => {
  expect(isOlder(version, than)).toBe(older);
});

test('a migration names the oldest program on a line of its own', () => {
  expect(findOldestProgram('-- oldest program: 1.4.0\nDROP TABLE old;')).toBe('1.4.0');
  expect(findOldestProgram('-- The oldest program: 1.4.0')).toBeUndefined();
});

test('every migration that removes or renames something names the oldest program that can run without it', () => {
  const directory = packagePath('migrations/');
  const silent = readdirSync(directory)
    .filter((name) => name >= RECORDED_SINCE)
    .map((name) => ({ name, sql: readFileSync(new URL(name, directory), 'utf8') }))
    // Quoted values are no statements.
    .map(({ name, sql }) => ({ name, sql: sql.replace(/'[^']*'/g, '') }))
    .filter(({ sql }) => /\bDROP (TABLE|COLUMN|VIEW|FUNCTION)\b|\bRENAME\b/i.test(sql))
    .filter(({ sql }) => !findOldestProgram(sql));
  expect(silent.map(({ name }) => name)).toEqual([]);
});
