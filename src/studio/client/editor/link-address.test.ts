import { expect, test } from 'vitest';
import { readAddress } from './link-address.ts';

test.each([
  ['https://example.org/a?b=c', 'https://example.org/a?b=c'],
  ['example.org', 'https://example.org/'],
  [' Example.org/路 ', 'https://example.org/%E8%B7%AF'],
  ['example.org:8080/x', 'https://example.org:8080/x'],
  ['reader@example.org', 'mailto:reader@example.org'],
  ['mailto:reader@example.org', 'mailto:reader@example.org'],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['just words', null],
  ['', null],
])('D26 %s leads to %s', (typed, address) => {
  expect(readAddress(typed)).toBe(address);
});
