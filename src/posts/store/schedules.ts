import { sql } from 'kysely';
import type { Db, Trx, TrxOrAutocommit } from '../../platform/db/database.ts';

/** The class of the advisory locks on posts that a worker releases; any number that no other lock uses. */
const LOCK_CLASS = 58;

export type ScheduleRow = { publish_at: Date; due_at: Date; approved_at: Date | null };

/** Under the post's lock it cannot change. */
export function findSchedule(db: Db, postId: number): Promise<ScheduleRow | undefined> {
  return db
    .selectFrom('post_schedule')
    .select(['publish_at', 'due_at', 'approved_at'])
    .where('post_id', '=', postId)
    .executeTakeFirst();
}

export async function listSchedules(db: Db, postIds: number[]): Promise<Map<number, ScheduleRow>> {
  if (postIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('post_schedule')
    .select(['post_id', 'publish_at', 'due_at', 'approved_at'])
    .where('post_id', '=', sql<number>`any(${postIds})`)
    .execute();
  return new Map(rows.map(({ post_id, ...schedule }) => [post_id, schedule]));
}

/** A new time keeps the approval: it belongs to the text. Lock order: after the post. */
export async function upsertSchedule(
  trx: Trx,
  postId: number,
  { publish_at, now }: { publish_at: Date; now: Date },
): Promise<void> {
  await trx
    .insertInto('post_schedule')
    .values({ post_id: postId, publish_at, due_at: publish_at, created_at: now })
    .onConflict((conflict) =>
      conflict.column('post_id').doUpdateSet({ publish_at, due_at: publish_at }),
    )
    .execute();
}

export async function approveSchedule(
  trx: Trx,
  postId: number,
  { version, now }: { version: number; now: Date },
): Promise<void> {
  await trx
    .updateTable('post_schedule')
    .set({ approved_at: now, approved_version: version })
    .where('post_id', '=', postId)
    .execute();
}

export async function deleteSchedules(trx: Trx, postIds: number[]): Promise<void> {
  await trx
    .deleteFrom('post_schedule')
    .where('post_id', '=', sql<number>`any(${postIds})`)
    .execute();
}

export type DuePost = {
  post_id: number;
  author_uid: number;
  exp: number;
  status: string;
  version: number;
  live_version: number;
};

/** The longest overdue first. A post that still waits for review is not due: staff decide when it is public. */
export async function listDue(db: Db, now: Date, limit: number): Promise<DuePost[]> {
  const { rows } = await sql<DuePost>`
    select post.id as post_id, post.author_uid, users.exp, post.status, post.version, post.live_version
      from post_schedule as schedule
      join post on post.id = schedule.post_id
      join users on users.uid = post.author_uid
     where schedule.due_at <= ${now} and (post.status <> 'pending' or schedule.approved_at is not null)
     order by schedule.due_at, schedule.post_id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Another worker that releases the same post is skipped, not waited for. Taken before all row locks, and never waited
 * for, so it cannot be part of a deadlock.
 */
export async function tryLockRelease(trx: Trx, postId: number): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${LOCK_CLASS}, hashint8(${postId})) as locked`.execute(trx);
  return rows[0]?.locked ?? false;
}

/** After a failure of ours: the others are not to wait for this one. */
export async function postponeRelease(db: TrxOrAutocommit, postId: number, due: Date) {
  await db
    .updateTable('post_schedule')
    .set({ due_at: due })
    .where('post_id', '=', postId)
    .where('due_at', '<', due)
    .execute();
}
