import type { Context } from '../../context.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { Refusal } from '../../refusals.ts';
import { FIRST_REPLIES } from '../rules.ts';
import type { Comment, DiscussionPosition, RootComment } from '../schema.ts';
import { listRepliesOf, listRootsOf } from './read-comments.ts';

/** A thread that is open, from some reply on. `gap`: between the first replies and these there are others. */
type OpenThread = { root_id: number; replies: Page<Comment>; gap: boolean };

export type Discussion = {
  comments: Page<RootComment>;
  thread?: OpenThread;
  /** Newer comments stand before these. */
  is_later_page: boolean;
  /** The comment the address leads to is not there, or no longer. */
  is_missing: boolean;
  /** The comment that the address leads to, where it is on the page. */
  marked?: number;
  /** The comment whose box for an answer is open. */
  reply_to?: number;
};

/**
 * The comments below a post as its page shows them, to who was found to see the post. What the address asks for may be long gone, or never have
 * been; then the page begins with the newest, since a reader who came for the post must not find an error.
 */
export async function readDiscussion(
  ctx: Context,
  postId: number,
  place: DiscussionPosition,
): Promise<Discussion> {
  const { comments: cursor, comment: around, reply } = place;
  const read = (request: { cursor?: string; around?: number }) =>
    unlessGone(() => listRootsOf(ctx, postId, request));
  let later = cursor === undefined ? undefined : await read({ cursor });
  if (cursor === undefined && around !== undefined) later = await read({ around });
  let comments = later ?? (await listRootsOf(ctx, postId, {}));
  if (!later && place.thread !== undefined && !holds(comments, place.thread)) {
    later = await read({ around: place.thread });
    comments = later ?? comments;
  }
  const thread = await findThread(ctx, { postId, roots: comments.items }, place);
  return {
    comments,
    ...(thread ? { thread } : {}),
    is_later_page: later !== undefined,
    is_missing: around !== undefined && cursor === undefined && !later,
    ...(around !== undefined && cursor === undefined && later ? { marked: around } : {}),
    ...(reply === undefined ? {} : { reply_to: reply }),
  };
}

function holds(roots: Page<RootComment>, id: number): boolean {
  return roots.items.some((root) => root.id === id);
}

async function findThread(
  ctx: Context,
  { postId, roots }: { postId: number; roots: RootComment[] },
  { comment: around, thread, replies: cursor }: DiscussionPosition,
): Promise<OpenThread | undefined> {
  const root = roots.find((one) => one.id === thread) ?? findCollapsed(roots, around);
  if (!root || root.reply_count <= FIRST_REPLIES) return undefined;
  const from = root.id === thread ? undefined : around;
  const replies = await unlessGone(() =>
    listRepliesOf(
      ctx,
      { id: postId, root_id: root.id },
      {
        ...(cursor === undefined ? {} : { cursor }),
        ...(from === undefined ? {} : { around: from }),
      },
    ),
  );
  if (!replies) return undefined;
  const gap = cursor !== undefined || from !== undefined;
  return { root_id: root.id, replies, gap };
}

/** A page around a comment begins with its root. If that is not it nor one of its first replies, it is folded. */
function findCollapsed(roots: RootComment[], around: number | undefined): RootComment | undefined {
  const root = roots[0];
  if (!root || around === undefined || root.id === around) return undefined;
  return root.replies.some((reply) => reply.id === around) ? undefined : root;
}

async function unlessGone<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return undefined;
    throw error;
  }
}
