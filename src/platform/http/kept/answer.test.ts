import { expect, test } from 'vitest';
import { peopleIn, wordsHold } from './answer.ts';

const NOW = new Date('2026-11-15T12:00:00Z');
const told = (...moments: string[]) =>
  moments.map((at) => `<p><time datetime="${at}" title="x">then</time></p>`).join('');

test.each([
  ['minutes ago', told('2026-11-15T11:55:00.000Z', '2026-01-01T00:00:00.000Z'), 1],
  ['hours ago', told('2026-11-15T02:00:00.000Z'), 10],
  ['days ago', told('2026-11-11T12:00:00.000Z'), 60],
  ['nothing about time', '{"created_at":"2026-11-15T11:59:59.000Z"}', 60],
  ['something that is no time', told('soon'), 60],
])('what says %s holds for a while', (_, text, minutes) => {
  expect(wordsHold(text, NOW)).toBe(minutes * 60_000);
});

test('whoever is shown is found, in a page and in data, once', () => {
  const page = '<a href="/space/7">a</a><a href="/space/7/likes">b</a><a href="/posts/3">c</a>';
  expect(peopleIn(page)).toEqual([7]);
  expect(peopleIn('{"author":{"uid":12},"mentions":[{"uid":5},{"uid":12}],"id":9}')).toEqual([
    12, 5,
  ]);
});
