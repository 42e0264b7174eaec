import { expect, test } from 'vitest';
import {
  checkInDays,
  greetingAt,
  pickLead,
  pickTonight,
  type RecentPost,
  rankAuthors,
  rankLanguages,
  rankLeads,
} from './rules.ts';

const NOW = new Date('2026-11-18T12:00:00Z');
const HOUR_MS = 3_600_000;

/** A post of an hour ago with a wide cover. */
function post(id: number, energy: number, more: Partial<RecentPost & { hours: number }> = {}) {
  const { hours = 1, ...fields } = more;
  const published_at = new Date(NOW.getTime() - hours * HOUR_MS - id);
  const shown = { author_uid: id, picture_width: 1200, version: '1', lang: null };
  return { id, energy, published_at, ...shown, ...fields };
}

const leadOf = (posts: RecentPost[]) => pickLead(rankLeads(posts), NOW)?.id;

test('the lead is the brightest post of 24 hours with a wide cover', () => {
  expect(leadOf([post(1, 5), post(2, 9), post(3, 7)])).toBe(2);
  expect(leadOf([post(1, 5), post(2, 9, { hours: 24 })])).toBe(1);
  expect(leadOf([post(1, 5), post(2, 9, { hours: 23.9 })])).toBe(2);
  expect(leadOf([post(1, 5), post(2, 9, { picture_width: 959 })])).toBe(1);
  expect(leadOf([post(1, 5), post(2, 9, { picture_width: null })])).toBe(1);
  expect(leadOf([post(1, 0)])).toBeUndefined();
  expect(leadOf([])).toBeUndefined();
});

test('of equally bright posts the newer leads', () => {
  expect(leadOf([post(1, 5, { hours: 3 }), post(2, 5, { hours: 2 })])).toBe(2);
});

test('the wire has the brightest posts of the day, brighter and darker ones in turn', () => {
  const posts = Array.from({ length: 14 }, (_, index) => post(index + 1, index));
  const shown = pickTonight(posts, NOW).map(({ energy }) => energy);
  expect(shown).toHaveLength(11);
  expect(Math.min(...shown)).toBe(3);
  const [bright, dark] = [0, 1].map((part) => shown.filter((_, index) => index % 2 === part));
  expect(Math.min(...(bright ?? []))).toBeGreaterThan(Math.max(...(dark ?? [])));
});

test('on a quiet day the newest of the older posts follow', () => {
  const old = Array.from({ length: 14 }, (_, index) => post(index + 1, 100, { hours: 30 + index }));
  const shown = pickTonight([...old, post(20, 0)], NOW).map(({ id }) => id);
  expect(shown).toContain(20);
  expect(shown.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20]);
});

test('authors come in the order of the energy that their recent posts received', () => {
  const posts = [
    ...[post(1, 4, { author_uid: 7 }), post(2, 5, { author_uid: 8 })],
    ...[post(3, 3, { author_uid: 7 }), post(4, 0, { author_uid: 9 })],
  ];
  expect(rankAuthors(posts)).toEqual([7, 8, 9]);
});

test('the language of most recent posts comes first, and one language is no choice', () => {
  const posts = ['en', 'zh', 'zh', null, 'fr'].map((lang) => ({ lang }));
  expect(rankLanguages(posts, ['zh', 'en', 'ja'])).toEqual(['zh', 'en', 'ja']);
  expect(rankLanguages(posts, ['ja', 'en', 'zh'])).toEqual(['zh', 'en', 'ja']);
  expect(rankLanguages(posts, ['zh'])).toEqual([]);
  expect(rankLanguages(posts, [...'abcdefg'])).toHaveLength(5);
});

test.each([
  [0, 'late'],
  [4.9, 'late'],
  [5, 'morning'],
  [11, 'noon'],
  [13, 'afternoon'],
  [18, 'evening'],
  [22.9, 'evening'],
  [23, 'late'],
])('%f hours after midnight the greeting is for: %s', (hours, greeting) => {
  expect(greetingAt(hours)).toBe(greeting);
});

test('the days of check-in end today', () => {
  expect(checkInDays('2026-03-02')).toEqual([
    ...['2026-02-24', '2026-02-25', '2026-02-26', '2026-02-27', '2026-02-28'],
    ...['2026-03-01', '2026-03-02'],
  ]);
});
