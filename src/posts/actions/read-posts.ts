import { Type } from 'typebox';
import type { Context, Viewer } from '../../context.ts';
import type { Db } from '../../platform/db/database.ts';
import { type Page, type PageRequest, readPage, toPage } from '../../platform/http/pagination.ts';
import { Id } from '../../platform/http/validation.ts';
import { Refusal } from '../../refusals.ts';
import type { PostStatus } from '../rules.ts';
import type { DeskPost, DeskSummary, Post, PostSummary } from '../schema.ts';
import { findCounts } from '../store/counts.ts';
import {
  findRevision,
  findVisiblePost,
  listDesk,
  listPublicPosts,
  publicPost,
} from '../store/posts.ts';
import { presentDesk, presentDeskPost, presentPost, presentSummary } from './present.ts';

/** Time and id of the last item: the whole sort key, so that posts of one moment are not skipped. */
const TimeKey = Type.Tuple([Type.String({ pattern: '^\\d{4}-[0-9T:.-]+Z$' }), Id]);

/** SPEC §4: the newest approved posts. */
export async function listNewest(ctx: Context, request: PageRequest): Promise<Page<PostSummary>> {
  const page = readPage(TimeKey, request);
  const rows = await listPublicPosts(ctx.db, page);
  return toPage(
    rows,
    page.limit,
    (row) => [row.published_at?.toISOString(), row.id],
    (row) => presentSummary(ctx, row),
  );
}

/** D25: hidden and missing are the same refusal. */
export async function getPost(ctx: Context, viewer: Viewer | null, id: number): Promise<Post> {
  const post = await findVisiblePost(ctx.db, viewer, id);
  if (!post) throw new Refusal('not_found');
  return presentPost(ctx, post);
}

export async function listOwnPosts(
  ctx: Context,
  viewer: Viewer,
  request: PageRequest & { status?: PostStatus },
): Promise<Page<DeskSummary>> {
  const page = readPage(TimeKey, request);
  const rows = await listDesk(ctx.db, viewer.uid, request.status, page);
  return toPage(
    rows,
    page.limit,
    (row) => [row.updated_at.toISOString(), row.id],
    (row) => presentDesk(ctx, row),
  );
}

/** The newest text of an own post, to go on writing. */
export async function getOwnPost(ctx: Context, viewer: Viewer, id: number): Promise<DeskPost> {
  const post = await findVisiblePost(ctx.db, viewer, id);
  if (!post || post.author_uid !== viewer.uid) throw new Refusal('not_found');
  const newest = await findRevision(ctx.db, id, post.version);
  return presentDeskPost(ctx, { ...post, ...newest });
}

export async function getCounts(
  db: Db,
  id: number,
): Promise<{ like_count: number; dislike_count: number }> {
  const counts = await findCounts(db, id);
  return { like_count: counts?.likes ?? 0, dislike_count: counts?.dislikes ?? 0 };
}

/** D25 for statements of other domains that act on a public post: the one condition, as part of theirs. */
export function publicPostQuery(db: Db, id: number) {
  return publicPost(db, id);
}
