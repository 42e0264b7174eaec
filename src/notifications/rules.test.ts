import { expect, test } from 'vitest';
import {
  CATEGORIES,
  groupOf,
  isSystem,
  KINDS,
  kindsIn,
  SOCIAL_KINDS,
  SYSTEM_KINDS,
  sumUnread,
} from './rules.ts';

test('§6, D44, D69 the social kinds and the system kinds, in five groups', () => {
  expect(SOCIAL_KINDS).toEqual([
    ...['comment', 'reply', 'mention', 'follow', 'like'],
    ...['energy', 'author_posts', 'tag_posts'],
  ]);
  expect(SYSTEM_KINDS).toContain('level_up');
  expect(KINDS).toEqual([...SOCIAL_KINDS, ...SYSTEM_KINDS]);
  expect(CATEGORIES).toEqual(['all', 'system', 'mention', 'like', 'follow', 'comment']);
});

test.each([
  ['comment', 'comment'],
  ['reply', 'comment'],
  ['mention', 'mention'],
  ['follow', 'follow'],
  ['like', 'like'],
  ['energy', 'like'],
  ['author_posts', 'follow'],
  ['tag_posts', 'follow'],
  ['level_up', 'system'],
  ['post_locked', 'system'],
] as const)('D44 a %s is in the group %s', (kind, group) => {
  expect(groupOf(kind)).toBe(group);
  expect(isSystem(kind)).toBe(group === 'system');
});

test('D44 a category contains the kinds of its group, and `all` contains every kind', () => {
  expect(kindsIn('all')).toEqual(KINDS);
  expect(kindsIn('comment')).toEqual(['comment', 'reply']);
  expect(kindsIn('like')).toEqual(['like', 'energy']);
  expect(kindsIn('system')).toEqual(SYSTEM_KINDS);
});

test('D44 unread counts are summed by group and in total, each up to a hundred', () => {
  expect(sumUnread([])).toEqual({
    total: 0,
    system: 0,
    mention: 0,
    like: 0,
    follow: 0,
    comment: 0,
  });
  const counts = [
    { kind: 'comment', unread: 3 },
    { kind: 'reply', unread: 4 },
    { kind: 'level_up', unread: 60 },
    { kind: 'role_changed', unread: 41 },
    { kind: 'mention', unread: 1 },
  ] as const;
  expect(sumUnread([...counts])).toEqual({
    ...{ total: 100, system: 100, mention: 1, like: 0, follow: 0, comment: 7 },
  });
});
