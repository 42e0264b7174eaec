import type { Context, Viewer } from '../../context.ts';
import type { Db } from '../../platform/db/database.ts';
import {
  type Page,
  type PageRequest,
  readPage,
  TimeKey,
  toPage,
} from '../../platform/http/pagination.ts';
import type { Language } from '../../platform/language/languages.ts';
import { Refusal } from '../../refusals.ts';
import { presentTags } from '../../tags/actions/use-tags.ts';
import type { Tag } from '../../tags/schema.ts';
import { listUploads } from '../../uploads/actions.ts';
import { imageKeysIn, keyOf, urlOf } from '../../uploads/rules.ts';
import type { UploadedImage } from '../../uploads/schema.ts';
import type { ListedStatus, PostStatus } from '../rules.ts';
import type { OwnPost, OwnPostSummary } from '../schema.ts';
import { findVisiblePost } from '../store/posts.ts';
import { listInStatus, listQueue } from '../store/review.ts';
import { findTaggedRevision } from '../store/revision-texts.ts';
import { findSchedule, type ScheduleRow } from '../store/schedules.ts';
import { presentOwnPost, presentOwnSummary } from './present.ts';
import { withSchedules } from './read-posts.ts';

/** What waits for review: the post itself, or an edit of it while readers still see the approved text. */
type ReviewKind = { waiting_kind: 'post' | 'edit' | null };
type ReviewSummary = OwnPostSummary & ReviewKind;
export type ReviewPost = OwnPost &
  ReviewKind & {
    locked_from: PostStatus | null;
    edit: {
      version: number;
      title: string;
      summary: string;
      body: string;
      cover_url: string | null;
      lang: Language | null;
      tags: Tag[];
    } | null;
    /** The images of both texts, covers included. */
    pictures: UploadedImage[];
  };

/** D47: the queue, oldest submission first; or the posts of one status, last changed first. */
export async function listForReview(
  ctx: Context,
  staff: Viewer,
  request: PageRequest & { status?: 'queue' | ListedStatus; author?: number },
): Promise<Page<ReviewSummary>> {
  const { status = 'queue', author } = request;
  const page = readPage(TimeKey, request);
  const isQueue = status === 'queue';
  const listed = isQueue
    ? await listQueue(ctx.db, staff, author, page)
    : await listInStatus(ctx.db, staff, { status, author }, page);
  const rows = await withSchedules(ctx.db, listed);
  return toPage(
    rows,
    page.limit,
    (row) => [(isQueue ? row.submitted_at : row.updated_at)?.toISOString(), row.id],
    (row) => ({ ...presentOwnSummary(ctx, row), waiting_kind: waitingKind(row) }),
  );
}

type WaitingPost = {
  id: number;
  title: string;
  summary: string;
  author: OwnPostSummary['author'];
  since: Date;
  version: number;
  kind: 'post' | 'edit';
};

/** The same queue from a position on. */
export async function listWaiting(
  ctx: Context,
  staff: Viewer,
  { after, limit }: { after: { since: Date; id: number }; limit: number },
): Promise<WaitingPost[]> {
  // Before the first id; a zero would mean no position.
  const from: [string, number] = [after.since.toISOString(), after.id || -1];
  const rows = await listQueue(ctx.db, staff, undefined, { after: from, limit });
  return rows.slice(0, limit).map((row) => {
    const { id, title, summary, author } = presentOwnSummary(ctx, { ...row, schedule: undefined });
    const { pending_version, live_version, submitted_at } = row;
    return {
      ...{ id, title, summary, author },
      since: submitted_at ?? row.updated_at,
      version: pending_version ?? live_version,
      kind: pending_version === null ? ('post' as const) : ('edit' as const),
    };
  });
}

/** D21: the text that is or would be public, and the edit that waits. Staff do not see texts the author only saved. */
export async function getForReview(
  ctx: Context,
  db: Db,
  staff: Viewer,
  id: number,
): Promise<ReviewPost> {
  const post = await findVisiblePost(db, staff, id);
  if (!post) throw new Refusal('not_found');
  const edit = await findEdit(db, post);
  const schedule = await findSchedule(db, id);
  const presented = presentOwnPost(ctx, { ...post, schedule });
  return {
    ...presented,
    waiting_kind: waitingKind({ ...post, schedule }),
    locked_from: post.locked_from as PostStatus | null,
    edit,
    pictures: await listUploads(db, [presented, edit].flatMap(pictureKeys)),
  };
}

function pictureKeys(text: { body: string; cover_url: string | null } | null): string[] {
  if (!text) return [];
  return [...imageKeysIn(text.body), ...(text.cover_url ? [keyOf(text.cover_url) ?? ''] : [])];
}

async function findEdit(db: Db, post: { id: number; pending_version: number | null }) {
  if (post.pending_version === null) return null;
  const text = await findTaggedRevision(db, post.id, post.pending_version);
  if (!text) return null;
  const { title, summary, body, cover_key, lang, tags } = text;
  return {
    title,
    summary,
    body,
    lang: lang as Language | null,
    tags: presentTags(tags),
    version: post.pending_version,
    cover_url: cover_key === null ? null : urlOf(cover_key),
  };
}

/** A post that staff approved for its time no longer waits. */
function waitingKind(post: {
  status: string;
  pending_version: number | null;
  schedule: ScheduleRow | undefined;
}) {
  if (post.status === 'pending') return post.schedule?.approved_at ? null : 'post';
  return post.pending_version === null ? null : 'edit';
}
