import type { Context, Viewer } from '../../context.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { Refusal } from '../../refusals.ts';
import { type CommentOrder, FIRST_REPLIES, PAGE_ORDER } from '../rules.ts';
import type { Comment, DiscussionPosition, RootComment, RootsPage } from '../schema.ts';
import { listRepliesOf, listRootsOf, markLiked } from './read-comments.ts';

/** An expanded thread. `gap`: there are other replies between the first ones and these. */
type OpenThread = { root_id: number; replies: Page<Comment>; gap: boolean };

export type Discussion = {
  comments: Page<RootComment>;
  order: CommentOrder;
  thread?: OpenThread;
  /** There are other comments before these. */
  is_later_page: boolean;
  /** The comment that the URL names does not exist, or no longer. */
  is_missing: boolean;
  /** The comment that the URL names, if the page shows it. */
  marked?: number;
  /** The comment whose reply form is open. */
  reply_to?: number;
  /** The comment whose edit form is open. */
  edit?: number;
};

/** The first comments as every reader sees them who hides nobody (D67). */
export async function readFirstComments(ctx: Context, postId: number): Promise<Page<RootComment>> {
  return putPinnedFirst(await listRootsOf(ctx, null, postId, { order: PAGE_ORDER }));
}

/** Whether the page with these parameters begins with the first comments. */
export function isFirstPage({
  comments,
  comment,
  order = PAGE_ORDER,
}: DiscussionPosition): boolean {
  return comments === undefined && comment === undefined && order === PAGE_ORDER;
}

/**
 * The comments of a post's page. `first`: the first ones, if they are read already. The caller has checked that the viewer
 * may see the post. If the comment or cursor of the URL does not exist, the page begins with the first comments: a reader
 * of the post must not get an error.
 */
export async function readDiscussion(
  ctx: Context,
  viewer: Viewer | null,
  postId: number,
  position: DiscussionPosition,
  first?: Page<RootComment>,
): Promise<Discussion> {
  const { comments: cursor, comment: around, reply, edit, order = PAGE_ORDER } = position;
  const readRoots = async (request: { cursor?: string; around?: number } = {}) =>
    putPinnedFirst(await listRootsOf(ctx, viewer, postId, { ...request, order }));
  const read = (request: { cursor?: string; around?: number }) =>
    ignoreRefusal(() => readRoots(request));
  let later = cursor === undefined ? undefined : await read({ cursor });
  if (cursor === undefined && around !== undefined) later = await read({ around });
  let comments =
    later ?? (first ? await markLiked(ctx, viewer, first) : undefined) ?? (await readRoots());
  if (!later && position.thread !== undefined && !includes(comments, position.thread)) {
    later = await read({ around: position.thread });
    comments = later ?? comments;
  }
  const thread = await findThread(ctx, viewer, { postId, roots: comments.items }, position);
  return {
    comments,
    order,
    ...(thread ? { thread } : {}),
    // Around a pinned comment is the first page.
    is_later_page: later !== undefined && (cursor !== undefined || !comments.items[0]?.pinned),
    is_missing: around !== undefined && cursor === undefined && !later,
    ...(around !== undefined && cursor === undefined && later ? { marked: around } : {}),
    ...(reply === undefined ? {} : { reply_to: reply }),
    ...(edit === undefined ? {} : { edit }),
  };
}

/** Once: not again among the others. */
function putPinnedFirst({ pinned, items, next_cursor }: RootsPage): Page<RootComment> {
  if (!pinned) return { items, next_cursor };
  return { items: [pinned, ...items.filter(({ id }) => id !== pinned.id)], next_cursor };
}

function includes(roots: Page<RootComment>, id: number): boolean {
  return roots.items.some((root) => root.id === id);
}

async function findThread(
  ctx: Context,
  viewer: Viewer | null,
  { postId, roots }: { postId: number; roots: RootComment[] },
  { comment: around, thread, replies: cursor }: DiscussionPosition,
): Promise<OpenThread | undefined> {
  const root = roots.find((one) => one.id === thread) ?? findCollapsed(roots, around);
  if (!root || root.reply_count <= FIRST_REPLIES) return undefined;
  const from = root.id === thread ? undefined : around;
  const replies = await ignoreRefusal(() =>
    listRepliesOf(
      ctx,
      viewer,
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

/** A page around a comment begins with its root; a comment that is neither the root nor a first reply is collapsed. */
function findCollapsed(roots: RootComment[], around: number | undefined): RootComment | undefined {
  const root = roots[0];
  if (!root || around === undefined || root.id === around) return undefined;
  return root.replies.some((reply) => reply.id === around) ? undefined : root;
}

async function ignoreRefusal<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return undefined;
    throw error;
  }
}
