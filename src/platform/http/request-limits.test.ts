import { expect, test } from 'vitest';
import { assertSmallJson } from './request-limits.ts';

const codeOf = (text: string) => {
  try {
    assertSmallJson(text);
    return 'passed';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

test.each([
  ['an empty text', '', 'passed'],
  [
    'a thousand numbers and some fields',
    JSON.stringify({ a: Array(1000).fill(1), b: {} }),
    'passed',
  ],
  ['commas and brackets in a string', JSON.stringify({ a: ',[{'.repeat(9000) }), 'passed'],
  ['escaped quotes in a string', JSON.stringify({ a: '",[{\\'.repeat(9000) }), 'passed'],
  ['a string that ends in a backslash', `["a\\\\",${'1,'.repeat(2000)}1]`, 'payload_too_large'],
  ['a string without an end', `["${',['.repeat(9000)}`, 'passed'],
  [
    'many keys',
    JSON.stringify(Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [n, 1]))),
    'payload_too_large',
  ],
  ['many empty lists', `[${'[],'.repeat(2000)}1]`, 'payload_too_large'],
  ['nesting', `${'['.repeat(9)}${']'.repeat(9)}`, 'invalid_input'],
  ['nesting within what is needed', `${'['.repeat(8)}${']'.repeat(8)}`, 'passed'],
])('A42, ASVS 15.2.2 counted before it is parsed: %s', (_, text, code) => {
  expect(codeOf(text)).toBe(code);
});

test('ASVS 15.2.2 counting costs less than parsing would', () => {
  const hostile = [
    `["${'\\"'.repeat(120_000)}"]`,
    `["${'\\\\'.repeat(120_000)}"]`,
    ' '.repeat(250_000),
  ];
  for (const text of hostile) {
    const before = process.threadCpuUsage();
    assertSmallJson(text);
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(20);
  }
});
