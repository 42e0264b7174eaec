import { expect, test } from 'vitest';
import type { Comment, RootComment } from '../schema.ts';
import * as threads from './threads.ts';

const author = { uid: 1, username: null, name: '用户1', avatar_url: null, level: 1 };

function comment(id: number, reply_count = 0): Comment {
  const facts = { body: '好', image: null, mentions: [], created_at: '2026-01-01T00:00:00.000Z' };
  return { id, post_id: 1, root_id: null, reply_to: null, author, reply_count, ...facts };
}

const some = (...ids: number[]) => ids.map((id) => comment(id));
const ids = (comments: Comment[]) => comments.map((one) => one.id);
/** A root with ten replies, 2 to 11. */
const ten: RootComment = { ...comment(1, 10), replies: some(2, 3, 4) };
const [folded] = threads.openThreads([ten]) as [threads.Thread];

test('folded after three, it says how many there are', () => {
  expect(ids(folded.head)).toEqual([2, 3, 4]);
  expect(threads.hiddenIn(folded)).toBe(7);
  expect(threads.hiddenIn({ ...folded, head: some(2, 3), root: comment(1, 2) })).toBe(0);
});

test('what comes again is not shown twice, and the end is the end', () => {
  const part = threads.extendHead(folded, { items: some(2, 3, 4, 5, 6), next_cursor: 'next' });
  expect(ids(part.head)).toEqual([2, 3, 4, 5, 6]);
  expect([threads.hiddenIn(part), part.head_next]).toEqual([5, 'next']);
  const whole = threads.extendHead(part, { items: some(7, 8, 9, 10), next_cursor: null });
  // One was deleted meanwhile: the counter is older than the list.
  expect([threads.hiddenIn(whole), whole.head.length]).toEqual([0, 9]);
  expect(threads.collapse(whole)).toEqual(folded);
});

test('from a later reply on, and what is between', () => {
  const [linked] = threads.openThreads([ten], {
    root_id: 1,
    gap: true,
    replies: { items: some(8, 9), next_cursor: 'later' },
  }) as [threads.Thread];
  expect([ids(linked.head), ids(linked.tail)]).toEqual([
    [2, 3, 4],
    [8, 9],
  ]);
  expect(threads.hiddenIn(linked)).toBeUndefined();
  const more = threads.extendTail(linked, { items: some(10, 11), next_cursor: null });
  expect(threads.hiddenIn(more)).toBe(3);
  const met = threads.extendHead(more, { items: some(2, 3, 4, 5, 6, 7, 8), next_cursor: 'x' });
  expect([ids(met.head), ids(met.tail), threads.hiddenIn(met)]).toEqual([
    [2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    [],
    0,
  ]);
});

test('a new reply stands last, apart from the others where some are folded between', () => {
  const apart = threads.addReply(folded, comment(12));
  expect([ids(apart.tail), apart.root.reply_count, threads.hiddenIn(apart)]).toEqual([[12], 11, 7]);
  const [alone] = threads.openThreads([{ ...comment(1), replies: [] }]) as [threads.Thread];
  const first = threads.addReply(alone, comment(2));
  expect([ids(first.head), threads.hiddenIn(first)]).toEqual([[2], 0]);
});

test('D27 a deleted root takes its replies along, a deleted reply only itself', () => {
  expect(threads.weightOf(ten)).toBe(11);
  expect(threads.removeComment([folded], 1)).toEqual([]);
  const [rest] = threads.removeComment([folded], 3) as [threads.Thread];
  expect([ids(rest.head), rest.root.reply_count, threads.hiddenIn(rest)]).toEqual([[2, 4], 9, 7]);
  expect(threads.removeComment([folded], 99)).toEqual([folded]);
});
