import type { RawBuilder } from 'kysely';
import { Type } from 'typebox';
import type { Context, Viewer } from '../../context.ts';
import type { KeysetPage } from '../../platform/db/keyset.ts';
import { type Page, type PageRequest, readPage, toPage } from '../../platform/http/pagination.ts';
import { Id } from '../../platform/http/validation.ts';
import { getVisiblePost } from '../../posts/actions/lock-post.ts';
import { Refusal } from '../../refusals.ts';
import type { CommentOrder } from '../rules.ts';
import type { Comment, RootComment } from '../schema.ts';
import {
  findVisibleComment,
  listReplies,
  listRoots,
  type VisibleComment,
  visibleComments,
} from '../store/read.ts';
import { presentComment, presentRoot } from './present.ts';

/** A cursor of one order is no cursor of the other. */
const OldestKey = Type.Tuple([Type.Literal('oldest'), Id]);

type RootsRequest = PageRequest & { around?: number; order?: CommentOrder };

/** SPEC §4: the roots of a post, newest first. With `around`, from the root of that comment on. */
export async function listComments(
  ctx: Context,
  viewer: Viewer | null,
  postId: number,
  request: RootsRequest,
): Promise<Page<RootComment>> {
  await getVisiblePost(ctx.readDb, viewer, postId);
  return listRootsOf(ctx, postId, request);
}

/** The same without the check that the viewer may see the post. */
export async function listRootsOf(
  ctx: Context,
  postId: number,
  request: RootsRequest,
): Promise<Page<RootComment>> {
  const { order = 'newest', around } = request;
  const page = readRootsPage(order, request);
  if (page.after === undefined && around !== undefined) {
    const { root_id } = await getVisibleComment(ctx, postId, around);
    page.after = order === 'newest' ? root_id + 1 : root_id - 1;
  }
  const rows = await listRoots(ctx.readDb, postId, order, page);
  const roots = rows.filter((row) => row.root_id === null);
  return toPage(
    roots,
    page.limit,
    (row) => (order === 'newest' ? row.id : ['oldest', row.id]),
    (row) => presentRoot(ctx, row, rows),
  );
}

function readRootsPage(order: CommentOrder, request: PageRequest): KeysetPage<number> {
  if (order === 'newest') return readPage(Id, request);
  const { limit, after } = readPage(OldestKey, request);
  return { limit, after: after?.[1] };
}

/** Oldest first: a conversation is read from its beginning. With `around`, from that reply on. */
export async function listThread(
  ctx: Context,
  viewer: Viewer | null,
  thread: { id: number; root_id: number },
  request: PageRequest & { around?: number },
): Promise<Page<Comment>> {
  await getVisiblePost(ctx.readDb, viewer, thread.id);
  return listRepliesOf(ctx, thread, request);
}

/** The same without the check that the viewer may see the post. */
export async function listRepliesOf(
  ctx: Context,
  thread: { id: number; root_id: number },
  request: PageRequest & { around?: number },
): Promise<Page<Comment>> {
  const root = await getVisibleComment(ctx, thread.id, thread.root_id);
  if (root.id !== root.root_id) throw new Refusal('not_found');
  const page = readPage(Id, request);
  if (page.after === undefined && request.around !== undefined) page.after = request.around - 1;
  const rows = await listReplies(ctx.readDb, root.id, page);
  return toPage(
    rows,
    page.limit,
    (row) => row.id,
    (row) => presentComment(ctx, row),
  );
}

async function getVisibleComment(
  ctx: Context,
  postId: number,
  id: number,
): Promise<VisibleComment> {
  const comment = await findVisibleComment(ctx.readDb, postId, id);
  if (!comment) throw new Refusal('not_found');
  return comment;
}

/** D25: comments that are visible wherever their post is, as a condition in a query of another domain. */
export function visibleCommentsQuery(): RawBuilder<unknown> {
  return visibleComments();
}
