import { type SqlBool, sql } from 'kysely';
import type { Viewer } from '../../context.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { type KeysetPage, PAGE_ROWS, type TimeAndId } from '../../platform/db/keyset.ts';
import type { ListedStatus, PostStatus } from '../rules.ts';
import { recordChange } from './changes.ts';
import { isAfter, timeCursor, withAuthorAndCounts } from './lists.ts';
import { OWN_POST_COLUMNS, type PostCardRow, type TaggedText } from './posts.ts';
import { isNotApprovedAheadSql } from './shared/schedules.ts';
import { isVisibleTo } from './visibility.ts';

const REVIEWED = [
  'post.id',
  'post.author_uid',
  'post.status',
  'post.version',
  'post.live_version',
  'post.pending_version',
  'post.submitted_at',
  'post.locked_from',
  'post.published_at',
  'post.show_changes',
] as const;

/** Serializes concurrent decisions: the second waits here and then reads the result of the first. */
export function lockForReview(trx: Trx, staff: Viewer, id: number) {
  return trx
    .selectFrom('post')
    .select(REVIEWED)
    .where('post.id', '=', id)
    .where(isVisibleTo(staff))
    .forNoKeyUpdate('post')
    .executeTakeFirst();
}

/** `before`: as the caller has locked it. */
export function updateReviewed(
  trx: Trx,
  before: Parameters<typeof recordChange>[1],
  changes: Partial<TaggedText & PostCardRow> & {
    status: PostStatus;
    updated_at: Date;
    review_reason: string;
    live_version?: number;
    written_at?: Date;
    pending_version?: null;
    published_at?: Date;
    locked_from?: PostStatus | null;
    deleted_at?: Date;
  },
) {
  recordChange(trx, before, changes);
  return trx
    .updateTable('post')
    .set(changes)
    .where('id', '=', before.id)
    .returning(REVIEWED)
    .executeTakeFirstOrThrow();
}

/** Posts and edits that wait for a decision, the oldest submission first. */
export function listQueue(
  db: Db,
  staff: Viewer,
  author: number | undefined,
  page: KeysetPage<TimeAndId>,
) {
  const from = timeCursor(page);
  const posts = postsOf(db, staff, author)
    // Word for word the condition of the queue's partial indexes, or they are not used.
    .where(sql<SqlBool>`(post.status = 'pending' or post.pending_version is not null)`)
    .where(isNotApprovedAheadSql)
    .where(isAfter('post.submitted_at', from, '>'))
    .orderBy('post.submitted_at')
    .orderBy('post.id')
    .limit(PAGE_ROWS);
  return withAuthorAndCounts(db, posts, from.limit)
    .orderBy('post.submitted_at')
    .orderBy('post.id')
    .execute();
}

export function listInStatus(
  db: Db,
  staff: Viewer,
  { status, author }: { status: ListedStatus; author: number | undefined },
  page: KeysetPage<TimeAndId>,
) {
  const from = timeCursor(page);
  const posts = postsOf(db, staff, author)
    .where('post.status', '=', status)
    .where(isAfter('post.updated_at', from))
    .orderBy('post.updated_at', 'desc')
    .orderBy('post.id', 'desc')
    .limit(PAGE_ROWS);
  return withAuthorAndCounts(db, posts, from.limit)
    .orderBy('post.updated_at', 'desc')
    .orderBy('post.id', 'desc')
    .execute();
}

function postsOf(db: Db, staff: Viewer, author: number | undefined) {
  const posts = db.selectFrom('post').select(OWN_POST_COLUMNS).where(isVisibleTo(staff));
  return author === undefined ? posts : posts.where('post.author_uid', '=', author);
}
