import { expect, test } from 'vitest';
import { findAddresses } from './addresses.ts';

const linked = (text: string) => findAddresses(text).map(({ from, to }) => text.slice(from, to));

test.each([
  ['见 https://example.org/a。', 'https://example.org/a'],
  ['见https://example.org/a，再说', 'https://example.org/a'],
  ['（https://example.org/a）', 'https://example.org/a'],
  ['“https://example.org/a”', 'https://example.org/a'],
  ['《https://example.org/a》', 'https://example.org/a'],
  ['「https://example.org/a」', 'https://example.org/a'],
  ['【https://example.org/a】', 'https://example.org/a'],
  ['https://example.org/a、https', 'https://example.org/a'],
  ['https://example.org？', 'https://example.org'],
  ['https://example.org然后', 'https://example.org'],
  ['https://zh.example.org/wiki/灯火。', 'https://zh.example.org/wiki/灯火'],
  ['(see https://example.org/a_(b)).', 'https://example.org/a_(b)'],
  ['https://example.org/a?b=c&d=e#f.', 'https://example.org/a?b=c&d=e#f'],
  ['"https://example.org/a"', 'https://example.org/a'],
  ['www.example.org/a', 'www.example.org/a'],
  ['写信到 a.b+c@example.org。', 'a.b+c@example.org'],
])('Typing: a link ends at full-width punctuation, brackets and quotes: %s', (text, address) => {
  expect(linked(text)).toEqual([address]);
});

test.each([
  'node.js',
  'readme.md',
  'a@b',
  '3.14',
  'http://',
  'https://，',
  'xhttps://example.org',
  '@example.org',
])('no link: %s', (text) => {
  expect(linked(text)).toEqual([]);
});

test('the address to store is complete', () => {
  expect(findAddresses('www.example.org a@example.org').map(({ href }) => href)).toEqual([
    'https://www.example.org/',
    'mailto:a@example.org',
  ]);
});

test('ASVS 1.3.12 a long text without end takes no time', () => {
  for (const text of [
    'a.'.repeat(50_000),
    'a@'.repeat(50_000),
    'https://a.'.repeat(20_000),
    'www.'.repeat(25_000),
    'a-'.repeat(50_000),
    `https://${'a.'.repeat(50_000)}`,
    `a@${'a.'.repeat(50_000)}`,
    `https://a.b/${')'.repeat(20_000)}`,
  ]) {
    const started = process.threadCpuUsage();
    findAddresses(text);
    expect([text.slice(0, 12), process.threadCpuUsage(started).user < 500_000]).toEqual([
      text.slice(0, 12),
      true,
    ]);
  }
});
