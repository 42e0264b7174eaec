import { expect, test } from 'vitest';
import {
  OVERLAP_MS,
  POSTS_MAX,
  readSince,
  readTopics,
  SINCE_MAX_MS,
  TOPICS_PATTERN,
} from './rules.ts';

const now = new Date('2026-01-02T03:04:05Z');
const ago = (ms: number) => now.getTime() - ms;

test('topics name lists, the queue and posts', () => {
  expect(readTopics('newest,post:7,post:9,queue')).toEqual({
    lists: new Set(['newest']),
    queue: true,
    posts: new Set([7, 9]),
  });
  expect(readTopics(undefined)).toEqual({ lists: new Set(), queue: false, posts: new Set() });
});

test('at most so many posts are reported', () => {
  const many = Array.from({ length: POSTS_MAX + 2 }, (_, index) => `post:${index + 1}`).join(',');
  expect(readTopics(many).posts.size).toBe(POSTS_MAX);
});

test.each([
  ['newest', true],
  ['newest,following,queue,post:1', true],
  ['', false],
  ['oldest', false],
  ['post:0', false],
  ['post:1,', false],
  ['post:1 or 1=1', false],
])('%j is a list of topics: %s', (text, isValid) => {
  expect(new RegExp(TOPICS_PATTERN).test(text)).toBe(isValid);
});

test.each([
  ['nothing is known', {}, 0],
  ['a page was rendered', { since: ago(5000) }, 5000],
  [
    'the browser reconnects',
    { since: ago(90_000), last_event_id: `${ago(2000)}` },
    2000 + OVERLAP_MS,
  ],
  [
    'it reconnects soon after the page was rendered',
    { since: ago(3000), last_event_id: `${ago(2000)}` },
    3000,
  ],
  ['the page is old', { since: 1 }, SINCE_MAX_MS],
  ['the clock of the browser is wrong', { since: ago(-60_000) }, 0],
  ['the id is not ours', { last_event_id: 'x' }, 0],
] as const)('news is reported from then on if %s', (_, request, ms) => {
  expect(now.getTime() - readSince(now, request).getTime()).toBe(ms);
});
