import type { RawBuilder } from 'kysely';
import { Type } from 'typebox';
import { hiddenFrom } from '../../blocks/rules.ts';
import type { Context, Viewer } from '../../context.ts';
import type { KeysetPage } from '../../platform/db/keyset.ts';
import { type Page, type PageRequest, readPage, toPage } from '../../platform/http/pagination.ts';
import { Id } from '../../platform/http/validation.ts';
import { getVisiblePost } from '../../posts/actions/lock-post.ts';
import { Refusal } from '../../refusals.ts';
import { type CommentOrder, MAX_RANK } from '../rules.ts';
import type { Comment, RootComment, RootsPage } from '../schema.ts';
import { listOwnHeld } from '../store/holds.ts';
import { listLiked } from '../store/likes.ts';
import {
  type CommentRow,
  findVisibleComment,
  listReplies,
  type VisibleComment,
  visibleComments,
} from '../store/read.ts';
import { findRank, listRoots, type RootPosition } from '../store/roots.ts';
import { presentComment, presentHeld, presentRoot } from './present.ts';

/** A cursor of one order is no cursor of the others. */
const CURSORS = {
  hottest: Type.Tuple([
    Type.Literal('hottest'),
    Type.Integer({ minimum: -MAX_RANK, maximum: MAX_RANK }),
    Id,
  ]),
  oldest: Type.Tuple([Type.Literal('oldest'), Id]),
};
/** No version covers likes of comments on later pages, which may be among the hottest by now. */
const HOTTEST_AGE_MS = 60_000;

type RootsRequest = PageRequest & { around?: number; order?: CommentOrder };

/** SPEC §4: the roots of a post, newest first. With `around`, from the root of that comment on. */
export async function listComments(
  ctx: Context,
  viewer: Viewer | null,
  postId: number,
  request: RootsRequest,
): Promise<RootsPage> {
  await getVisiblePost(ctx.readDb, viewer, postId);
  return listRootsOf(ctx, viewer, postId, request);
}

/** The same without the check that the viewer may see the post. */
export async function listRootsOf(
  ctx: Context,
  viewer: Viewer | null,
  postId: number,
  request: RootsRequest,
): Promise<RootsPage> {
  const { order = 'newest', around } = request;
  const hidden = hiddenFrom(viewer);
  const { limit, after = await findStart(ctx, viewer, { postId, around }, order) } = readRootsPage(
    order,
    request,
  );
  const found = await listRoots(ctx.readDb, postId, { order, hidden }, { limit, after });
  const { rows, pinned: pinnedRows } = found;
  const liked = await listLikedBy(ctx, viewer, [...rows, ...pinnedRows]);
  const page = toPage(
    rows.filter((row) => row.root_id === null),
    limit,
    (row) => cursorOf(order, row),
    (row) => presentRoot(ctx, row, rows, liked),
  );
  if (order === 'hottest' && page.next_cursor !== null) ctx.dependencies.limitAge(HOTTEST_AGE_MS);
  const [pinned] = pinnedRows;
  return { ...page, pinned: pinned ? presentRoot(ctx, pinned, pinnedRows, liked) : null };
}

function readRootsPage(order: CommentOrder, request: PageRequest): KeysetPage<RootPosition> {
  if (order === 'hottest') {
    const { limit, after } = readPage(CURSORS.hottest, request);
    return { limit, after: after && { rank: after[1], id: after[2] } };
  }
  const { limit, after } =
    order === 'oldest' ? readPage(CURSORS.oldest, request) : readPage(Id, request);
  const id = Array.isArray(after) ? after[1] : after;
  return { limit, after: id === undefined ? undefined : { rank: 0, id } };
}

function cursorOf(order: CommentOrder, { rank, id }: CommentRow): unknown {
  if (order === 'newest') return id;
  return order === 'hottest' ? [order, rank, id] : [order, id];
}

/** Directly before the root of the comment; undefined for the first page, which begins with a pinned root. */
async function findStart(
  ctx: Context,
  viewer: Viewer | null,
  { postId, around }: { postId: number; around: number | undefined },
  order: CommentOrder,
): Promise<RootPosition | undefined> {
  if (around === undefined) return undefined;
  const { root_id, root_pinned } = await getVisibleComment(ctx, viewer, postId, around);
  if (root_pinned) return undefined;
  const rank = order === 'hottest' ? await findRank(ctx.readDb, postId, root_id) : 0;
  return { rank, id: order === 'newest' ? root_id + 1 : root_id - 1 };
}

/** Oldest first: a conversation is read from its beginning. With `around`, from that reply on. */
export async function listThread(
  ctx: Context,
  viewer: Viewer | null,
  thread: { id: number; root_id: number },
  request: PageRequest & { around?: number },
): Promise<Page<Comment>> {
  await getVisiblePost(ctx.readDb, viewer, thread.id);
  return listRepliesOf(ctx, viewer, thread, request);
}

/** The same without the check that the viewer may see the post. */
export async function listRepliesOf(
  ctx: Context,
  viewer: Viewer | null,
  thread: { id: number; root_id: number },
  request: PageRequest & { around?: number },
): Promise<Page<Comment>> {
  const root = await getVisibleComment(ctx, viewer, thread.id, thread.root_id);
  if (root.id !== root.root_id) throw new Refusal('not_found');
  const page = readPage(Id, request);
  if (page.after === undefined && request.around !== undefined) page.after = request.around - 1;
  const rows = await listReplies(ctx.readDb, root, page, hiddenFrom(viewer));
  const liked = await listLikedBy(ctx, viewer, rows);
  return toPage(
    rows,
    page.limit,
    (row) => row.id,
    (row) => presentComment(ctx, row, liked),
  );
}

/** The viewer's own comments on the post that are held, newest first. */
export async function listHeldOf(
  ctx: Context,
  viewer: Viewer | null,
  postId: number,
): Promise<Comment[]> {
  if (!viewer) return [];
  const rows = await listOwnHeld(ctx.readDb, viewer.uid, postId);
  return rows.map((row) => presentHeld(ctx, row));
}

/** Of a page that was read for everybody; one without comments that the viewer likes stays the same object. */
export async function markLiked(
  ctx: Context,
  viewer: Viewer | null,
  page: Page<RootComment>,
): Promise<Page<RootComment>> {
  const all = page.items.flatMap((root) => [root, ...root.replies]);
  const isLiked = ({ like_count }: Comment) => like_count > 0;
  const liked = viewer && (await listLiked(ctx.readDb, viewer.uid, all.filter(isLiked)));
  if (!liked?.size) return page;
  const mark = <One extends Comment>(one: One) =>
    liked.has(one.id) ? { ...one, liked: true } : one;
  const items = page.items.map((root) => ({ ...mark(root), replies: root.replies.map(mark) }));
  return { ...page, items };
}

/** Who likes a comment is counted in it, so most comments need no question. */
function listLikedBy(
  ctx: Context,
  viewer: Viewer | null,
  rows: CommentRow[],
): Promise<Set<number>> | undefined {
  if (viewer === null) return undefined;
  return listLiked(
    ctx.readDb,
    viewer.uid,
    rows.filter((row) => row.likes > 0),
  );
}

async function getVisibleComment(
  ctx: Context,
  viewer: Viewer | null,
  postId: number,
  id: number,
): Promise<VisibleComment> {
  const comment = await findVisibleComment(ctx.readDb, { post_id: postId, id }, hiddenFrom(viewer));
  if (!comment) throw new Refusal('not_found');
  return comment;
}

/** D25: comments that are visible wherever their post is, as a condition in a query of another domain. */
export function visibleCommentsQuery(): RawBuilder<unknown> {
  return visibleComments();
}
