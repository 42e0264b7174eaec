import { expect, test } from 'vitest';
import type { Comment, RootComment } from '../schema.ts';
import * as threads from './threads.ts';

const author = { uid: 1, username: null, name: '用户1', avatar_url: null, level: 1 };

function comment(id: number, reply_count = 0): Comment {
  const facts = {
    body: '好',
    lang: null,
    image: null,
    mentions: [],
    like_count: 0,
    liked: false,
    pinned: false,
    edited_at: null,
    created_at: '2026-01-01T00:00:00.000Z',
  };
  return { id, post_id: 1, root_id: null, reply_to: null, author, reply_count, ...facts };
}

const some = (...ids: number[]) => ids.map((id) => comment(id));
const ids = (comments: Comment[]) => comments.map((one) => one.id);
/** A root with ten replies, 2 to 11. */
const ten: RootComment = { ...comment(1, 10), replies: some(2, 3, 4) };
const [collapsed] = threads.openThreads([ten]) as [threads.Thread];

test('collapsed after three, it counts the others', () => {
  expect(ids(collapsed.head)).toEqual([2, 3, 4]);
  expect(threads.countHidden(collapsed)).toBe(7);
  expect(threads.countHidden({ ...collapsed, head: some(2, 3), root: comment(1, 2) })).toBe(0);
});

test('a reply that is loaded twice is shown once, and the end is the end', () => {
  const part = threads.extendHead(collapsed, { items: some(2, 3, 4, 5, 6), next_cursor: 'next' });
  expect(ids(part.head)).toEqual([2, 3, 4, 5, 6]);
  expect([threads.countHidden(part), part.head_next]).toEqual([5, 'next']);
  const whole = threads.extendHead(part, { items: some(7, 8, 9, 10), next_cursor: null });
  // One was deleted meanwhile: the counter is older than the list.
  expect([threads.countHidden(whole), whole.head.length]).toEqual([0, 9]);
  expect(threads.collapse(whole)).toEqual(collapsed);
});

test('from a later reply on, and the replies between', () => {
  const [linked] = threads.openThreads([ten], {
    root_id: 1,
    gap: true,
    replies: { items: some(8, 9), next_cursor: 'later' },
  }) as [threads.Thread];
  expect([ids(linked.head), ids(linked.tail)]).toEqual([
    [2, 3, 4],
    [8, 9],
  ]);
  expect(threads.countHidden(linked)).toBeUndefined();
  const more = threads.extendTail(linked, { items: some(10, 11), next_cursor: null });
  expect(threads.countHidden(more)).toBe(3);
  const met = threads.extendHead(more, { items: some(2, 3, 4, 5, 6, 7, 8), next_cursor: 'x' });
  expect([ids(met.head), ids(met.tail), threads.countHidden(met)]).toEqual([
    [2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    [],
    0,
  ]);
});

test('a new reply is last, in the tail if others are collapsed before it', () => {
  const apart = threads.addReply(collapsed, comment(12));
  expect([ids(apart.tail), apart.root.reply_count, threads.countHidden(apart)]).toEqual([
    [12],
    11,
    7,
  ]);
  const [alone] = threads.openThreads([{ ...comment(1), replies: [] }]) as [threads.Thread];
  const first = threads.addReply(alone, comment(2));
  expect([ids(first.head), threads.countHidden(first)]).toEqual([[2], 0]);
});

test('D27 deleting a root removes its replies, deleting a reply only itself', () => {
  expect(threads.countWithReplies(ten)).toBe(11);
  expect(threads.removeComment([collapsed], 1)).toEqual([]);
  const [rest] = threads.removeComment([collapsed], 3) as [threads.Thread];
  expect([ids(rest.head), rest.root.reply_count, threads.countHidden(rest)]).toEqual([
    [2, 4],
    9,
    7,
  ]);
  expect(threads.removeComment([collapsed], 99)).toEqual([collapsed]);
});
