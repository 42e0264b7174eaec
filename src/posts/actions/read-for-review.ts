import type { Context, Viewer } from '../../context.ts';
import type { Db } from '../../platform/db/database.ts';
import {
  type Page,
  type PageRequest,
  readPage,
  TimeKey,
  toPage,
} from '../../platform/http/pagination.ts';
import { Refusal } from '../../refusals.ts';
import { listUploads } from '../../uploads/actions.ts';
import { imageKeysIn, keyOf, urlOf } from '../../uploads/rules.ts';
import type { UploadedImage } from '../../uploads/schema.ts';
import type { ListedStatus, PostStatus } from '../rules.ts';
import type { OwnPost, OwnPostSummary } from '../schema.ts';
import { findRevision, findVisiblePost } from '../store/posts.ts';
import { everyVisiblePost, listInStatus, listQueue } from '../store/review.ts';
import { presentOwnPost, presentOwnSummary } from './present.ts';

/** What a post waits for review with: itself, or an edit of it while readers see what was approved. */
type Waiting = { waiting_kind: 'post' | 'edit' | null };
type ReviewSummary = OwnPostSummary & Waiting;
export type ReviewPost = OwnPost &
  Waiting & {
    locked_from: PostStatus | null;
    edit: {
      version: number;
      title: string;
      summary: string;
      body: string;
      cover_url: string | null;
    } | null;
    /** What both texts show, covers included. */
    pictures: UploadedImage[];
  };

/** D47: the queue, the longest waiting first; or the posts of one status, the last changed first. */
export async function listForReview(
  ctx: Context,
  staff: Viewer,
  request: PageRequest & { status?: 'queue' | ListedStatus; author?: number },
): Promise<Page<ReviewSummary>> {
  const { status = 'queue', author } = request;
  const page = readPage(TimeKey, request);
  const waits = status === 'queue';
  const rows = waits
    ? await listQueue(ctx.db, staff, author, page)
    : await listInStatus(ctx.db, staff, { status, author }, page);
  return toPage(
    rows,
    page.limit,
    (row) => [(waits ? row.submitted_at : row.updated_at)?.toISOString(), row.id],
    (row) => ({ ...presentOwnSummary(ctx, row), waiting_kind: waitingKind(row) }),
  );
}

/** As readers see it or would, and the edit that waits. What its author only keeps is nobody's to read (D21). */
export async function getForReview(
  ctx: Context,
  db: Db,
  staff: Viewer,
  id: number,
): Promise<ReviewPost> {
  const post = await findVisiblePost(db, staff, id);
  if (!post) throw new Refusal('not_found');
  const edit = await findEdit(db, post);
  const shown = presentOwnPost(ctx, post);
  return {
    ...shown,
    waiting_kind: waitingKind(post),
    locked_from: post.locked_from as PostStatus | null,
    edit,
    pictures: await listUploads(db, [shown, edit].flatMap(pictureKeys)),
  };
}

function pictureKeys(text: { body: string; cover_url: string | null } | null): string[] {
  if (!text) return [];
  return [...imageKeysIn(text.body), ...(text.cover_url ? [keyOf(text.cover_url) ?? ''] : [])];
}

/** D25 as a condition in a list of another domain, for whoever is asking. Never run by itself. */
export function everyVisiblePostQuery(db: Db, viewer: Viewer | null) {
  return everyVisiblePost(db, viewer);
}

async function findEdit(db: Db, post: { id: number; pending_version: number | null }) {
  if (post.pending_version === null) return null;
  const text = await findRevision(db, post.id, post.pending_version);
  if (!text) return null;
  const { cover_key, ...words } = text;
  return {
    ...words,
    version: post.pending_version,
    cover_url: cover_key === null ? null : urlOf(cover_key),
  };
}

function waitingKind(post: { status: string; pending_version: number | null }) {
  if (post.status === 'pending') return 'post';
  return post.pending_version === null ? null : 'edit';
}
