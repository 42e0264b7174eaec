import type { Discussion } from '../actions/read-discussion.ts';
import { FIRST_REPLIES } from '../rules.ts';
import type { Comment, RootComment } from '../schema.ts';

/**
 * A root with its shown replies: `head` is the first ones without a gap, `tail` those from a later reply on. There may
 * be others between the two.
 */
export type Thread = {
  root: Comment;
  head: Comment[];
  /** Cursor after the head; null once it reaches the end or the tail, undefined before the first request. */
  head_next: string | null | undefined;
  tail: Comment[];
  /** Cursor after the tail; null if it reaches the end. */
  tail_next: string | null;
};

export function openThreads(
  roots: RootComment[],
  open?: NonNullable<Discussion['thread']>,
): Thread[] {
  return roots.map((root) => {
    const { replies } = root;
    const collapsed = { root, head: replies, head_next: undefined, tail: [], tail_next: null };
    if (open?.root_id !== root.id) return collapsed;
    const { items, next_cursor } = open.replies;
    if (open.gap) return { ...collapsed, tail: without(items, replies), tail_next: next_cursor };
    return { ...collapsed, head: items, head_next: next_cursor };
  });
}

/** How many replies between head and tail are collapsed; undefined if unknown. */
export function countHidden(thread: Thread): number | undefined {
  if (thread.head_next === null) return 0;
  if (thread.tail_next !== null) return undefined;
  return Math.max(0, thread.root.reply_count - thread.head.length - thread.tail.length);
}

export function isExpanded(thread: Thread): boolean {
  return thread.head.length > FIRST_REPLIES;
}

export function collapse(thread: Thread): Thread {
  const head = thread.head.slice(0, FIRST_REPLIES);
  return { ...thread, head, head_next: undefined, tail: [], tail_next: null };
}

type More = { items: Comment[]; next_cursor: string | null };

/** Once the head reaches the tail, both become one head. */
export function extendHead(thread: Thread, { items, next_cursor }: More): Thread {
  const head = [...thread.head, ...without(items, thread.head)];
  const first = thread.tail[0];
  const meets = next_cursor === null || head.some((one) => one.id === first?.id);
  if (!meets) return { ...thread, head, head_next: next_cursor };
  return {
    ...thread,
    head: [...head, ...without(thread.tail, head)],
    head_next: first ? thread.tail_next : next_cursor,
    tail: [],
    tail_next: null,
  };
}

export function extendTail(thread: Thread, { items, next_cursor }: More): Thread {
  const tail = [...thread.tail, ...without(items, thread.tail)];
  return { ...thread, tail, tail_next: next_cursor };
}

/** A new reply is the last one. If replies before it are collapsed, it goes to the tail. */
export function addReply(thread: Thread, reply: Comment): Thread {
  const root = { ...thread.root, reply_count: thread.root.reply_count + 1 };
  if (countHidden(thread) === 0 && thread.tail.length === 0)
    return { ...thread, root, head: [...thread.head, reply] };
  return { ...thread, root, tail: [...thread.tail, reply] };
}

/** After an edit. */
export function replaceComment(threads: Thread[], comment: Comment): Thread[] {
  const replace = (one: Comment) => (one.id === comment.id ? comment : one);
  return threads.map((thread) => ({
    ...thread,
    root: replace(thread.root),
    head: thread.head.map(replace),
    tail: thread.tail.map(replace),
  }));
}

/** D27: removing a root removes its replies. */
export function removeComment(threads: Thread[], id: number): Thread[] {
  return threads
    .filter(({ root }) => root.id !== id)
    .map((thread) => {
      const isOther = (one: Comment) => one.id !== id;
      const [head, tail] = [thread.head.filter(isOther), thread.tail.filter(isOther)];
      const removed = thread.head.length + thread.tail.length - head.length - tail.length;
      if (removed === 0) return thread;
      const root = { ...thread.root, reply_count: thread.root.reply_count - removed };
      return { ...thread, root, head, tail };
    });
}

/** By how much the post's counter decreases with a comment. */
export function countWithReplies(comment: Comment): number {
  return 1 + comment.reply_count;
}

function without(items: Comment[], known: Comment[]): Comment[] {
  return items.filter((item) => !known.some((one) => one.id === item.id));
}
