import { expect, test } from 'vitest';
import { RecordedDependencies } from './dependencies.ts';

const NOW = new Date('2026-11-15T12:00:00Z');

test.each([
  ['minutes ago', ['2026-11-15T11:55:00Z', '2026-01-01T00:00:00Z'], 1],
  ['hours ago', ['2026-11-15T02:00:00Z'], 10],
  ['days ago', ['2026-11-11T12:00:00Z'], 60],
  ['nothing about time', [], 60],
])('a page that shows %s has a short TTL', (_, times, minutes) => {
  const dependencies = new RecordedDependencies();
  for (const time of times) dependencies.addTime(new Date(time));
  expect(dependencies.ttl(NOW)).toBe(minutes * 60_000);
});

test('each subject is listed once, with the version that was read', () => {
  const dependencies = new RecordedDependencies();
  dependencies.add('post', 3, null);
  dependencies.add('member', 12, '900');
  dependencies.add('member', 12, '900');
  dependencies.add('comment', 5, '901');
  expect([...dependencies.subjects]).toEqual(['post:3', 'member:12', 'comment:5']);
  expect(dependencies.versioned).toEqual(['member:12', 'comment:5']);
  expect(dependencies.versions).toBe('comment:5 901,member:12 900');
  expect(dependencies.isVersioned).toBe(true);
});

test.each([
  ['was read without its version', [undefined]],
  ['was read before and after a change', ['900', '901']],
])('a response that shows a member who %s cannot be checked', (_, versions) => {
  const dependencies = new RecordedDependencies();
  for (const version of versions) dependencies.add('member', 12, version);
  expect(dependencies.isVersioned).toBe(false);
});
