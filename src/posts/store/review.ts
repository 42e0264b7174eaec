import { type SqlBool, sql } from 'kysely';
import type { Viewer } from '../../context.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { type KeysetPage, PAGE_ROWS, type TimeAndId } from '../../platform/db/keyset.ts';
import { invalidateAfterCommit } from '../../platform/invalidations.ts';
import type { ListedStatus, PostStatus } from '../rules.ts';
import { fromMoment, isBeyond, shown } from './lists.ts';
import { OWN_POST_COLUMNS, type PostText } from './posts.ts';
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
] as const;

/** Of two who decide at once the second waits here, and then finds what the first has made of it. */
export function lockForReview(trx: Trx, staff: Viewer, id: number) {
  return trx
    .selectFrom('post')
    .select(REVIEWED)
    .where('post.id', '=', id)
    .where(isVisibleTo(staff))
    .forNoKeyUpdate('post')
    .executeTakeFirst();
}

export function updateReviewed(
  trx: Trx,
  id: number,
  changes: Partial<PostText> & {
    status: PostStatus;
    updated_at: Date;
    review_reason: string;
    live_version?: number;
    pending_version?: null;
    published_at?: Date;
    locked_from?: PostStatus | null;
    deleted_at?: Date;
  },
) {
  invalidateAfterCommit(trx, 'post', [id]);
  return trx
    .updateTable('post')
    .set(changes)
    .where('id', '=', id)
    .returning(REVIEWED)
    .executeTakeFirstOrThrow();
}

/** What waits for a decision, the longest first. */
export function listQueue(
  db: Db,
  staff: Viewer,
  author: number | undefined,
  page: KeysetPage<TimeAndId>,
) {
  const from = fromMoment(page);
  const found = ofAuthor(db, staff, author)
    // As it stands in the indexes of the queue, literals included: they are found by it.
    .where(sql<SqlBool>`(post.status = 'pending' or post.pending_version is not null)`)
    .where(isBeyond('post.submitted_at', from, '>'))
    .orderBy('post.submitted_at')
    .orderBy('post.id')
    .limit(PAGE_ROWS);
  return shown(db, found, from.limit).orderBy('post.submitted_at').orderBy('post.id').execute();
}

export function listInStatus(
  db: Db,
  staff: Viewer,
  { status, author }: { status: ListedStatus; author: number | undefined },
  page: KeysetPage<TimeAndId>,
) {
  const from = fromMoment(page);
  const found = ofAuthor(db, staff, author)
    .where('post.status', '=', status)
    .where(isBeyond('post.updated_at', from))
    .orderBy('post.updated_at', 'desc')
    .orderBy('post.id', 'desc')
    .limit(PAGE_ROWS);
  return shown(db, found, from.limit)
    .orderBy('post.updated_at', 'desc')
    .orderBy('post.id', 'desc')
    .execute();
}

export function everyVisiblePost(db: Db, viewer: Viewer | null) {
  return db.selectFrom('post').select('post.id').where(isVisibleTo(viewer));
}

/** D51: staff open a draft by its address; no list shows them one. */
export function everyListedPost(db: Db, viewer: Viewer) {
  return everyVisiblePost(db, viewer).where((eb) =>
    eb.or([eb('post.status', '<>', sql.lit('draft')), eb('post.author_uid', '=', viewer.uid)]),
  );
}

function ofAuthor(db: Db, staff: Viewer, author: number | undefined) {
  const found = db.selectFrom('post').select(OWN_POST_COLUMNS).where(isVisibleTo(staff));
  return author === undefined ? found : found.where('post.author_uid', '=', author);
}
