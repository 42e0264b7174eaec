import { type RawBuilder, sql } from 'kysely';
import { FOR_EVERYBODY } from '../../blocks/rules.ts';
import type { BatchedWrite } from '../../platform/db/batch/batch-write.ts';
import type { Db, TrxOrAutocommit } from '../../platform/db/database.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import { everyPublicPostQuery } from '../../posts/store/shared/visible-posts.ts';
import { isVisible } from './read.ts';

type Liker = { comment_id: number; uid: number; now: Date; day: string };
/** The number of likes afterwards; undefined if the comment or the member may not. */
type BatchedLike = BatchedWrite<Liker, number | undefined>;

const key = ({ comment_id, uid }: Liker) => `${comment_id} ${uid}`;

/** Members who like comments at the same moment share a statement, so a hot comment is no queue. */
export const batchedLike: BatchedLike = { write: insertLikes, key };
export const batchedUnlike: BatchedLike = { write: deleteLikes, key };

/**
 * Locks in one order: likes by comment and member, then counters by comment. The days of a comment are written under
 * the lock of its counter. A like that exists changes nothing.
 */
async function insertLikes(trx: TrxOrAutocommit, likers: Liker[]): Promise<(number | undefined)[]> {
  const { rows } = await sql<CountedLike>`
    with ${likersSql(trx, likers)}, added as (
      insert into comment_like (comment_id, uid, created_at, day)
      select comment_id, uid, now, day from liker order by comment_id, uid
      on conflict (comment_id, uid) do nothing
      returning comment_id, day
    ), counted as (
      insert into comment_count as current (comment_id, post_id, likes)
      select comment_id, liked.post_id, count(*) from added
        join (select distinct comment_id, post_id from liker) as liked using (comment_id)
       group by comment_id, liked.post_id order by comment_id
      on conflict (comment_id) do update set likes = current.likes + excluded.likes
      returning comment_id, likes
    ), dated as (
      insert into comment_day as current (comment_id, day, author_uid, likes)
      select comment_id, added.day, liked.author_uid, count(*) from added join counted using (comment_id)
        join (select distinct comment_id, author_uid from liker) as liked using (comment_id)
       group by comment_id, added.day, liked.author_uid order by comment_id, added.day
      on conflict (comment_id, day) do update set likes = current.likes + excluded.likes
    ) ${countedSql}`.execute(trx);
  return resultsOf(likers, rows);
}

async function deleteLikes(trx: TrxOrAutocommit, likers: Liker[]): Promise<(number | undefined)[]> {
  const { rows } = await sql<CountedLike>`
    with ${likersSql(trx, likers)}, own as materialized (
      select comment_like.comment_id, comment_like.uid
        from liker join comment_like on comment_like.comment_id = liker.comment_id and comment_like.uid = liker.uid
       order by comment_like.comment_id, comment_like.uid for update of comment_like
    ), ${withoutOwnLikesSql} ${countedSql}`.execute(trx);
  return resultsOf(likers, rows);
}

/** D15, for a purged member. Fewer rows than the limit means that none are left. */
export async function deleteLikesOf(
  trx: TrxOrAutocommit,
  uid: number,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with own as materialized (
      select comment_id, uid from comment_like where uid = ${uid} order by comment_id limit ${limit} for update
    ), ${withoutOwnLikesSql}
    select count(*) as deleted from removed`.execute(trx);
  return rows[0]?.deleted ?? 0;
}

/** I13: sees a ban that came after the guard's check. D30: the comment is visible and its post public. */
function likersSql(db: Db, likers: Liker[]): RawBuilder<unknown> {
  return sql`liker as materialized (
    select input.comment_id, input.uid, input.now, input.day, target.post_id, target.author_uid
      from unnest(${likers.map((one) => one.comment_id)}::bigint[], ${likers.map((one) => one.uid)}::bigint[],
                  ${likers.map((one) => one.now)}::timestamptz[], ${likers.map((one) => one.day)}::date[])
        as input (comment_id, uid, now, day)
      join users on users.uid = input.uid and users.status = 'active'
     cross join lateral (
        select comment.post_id, comment.author_uid
          from comment join comment root on root.id = coalesce(comment.root_id, comment.id)
          join (${everyPublicPostQuery(db, FOR_EVERYBODY)}) as post on post.id = comment.post_id
         where comment.id = input.comment_id and ${isVisible('comment', FOR_EVERYBODY)} and ${isVisible('root', FOR_EVERYBODY)} offset 0
      ) as target
       for share of users)`;
}

/** Deletes the likes in `own`, and subtracts those that this statement deleted. */
const withoutOwnLikesSql = sql`removed as (
    delete from comment_like using own
     where comment_like.comment_id = own.comment_id and comment_like.uid = own.uid
    returning comment_like.comment_id, comment_like.day
  ), locked as materialized (
    select comment_count.comment_id, gone.likes
      from comment_count join (select comment_id, count(*)::int as likes from removed group by comment_id) as gone
        using (comment_id)
     order by comment_count.comment_id for no key update of comment_count
  ), counted as (
    update comment_count set likes = comment_count.likes - locked.likes
      from locked where comment_count.comment_id = locked.comment_id
    returning comment_count.comment_id, comment_count.likes
  ), dated as (
    update comment_day set likes = comment_day.likes - gone.likes
      from (select comment_id, removed.day, count(*)::int as likes from removed join counted using (comment_id)
             group by comment_id, removed.day) as gone
     where comment_day.comment_id = gone.comment_id and comment_day.day = gone.day
  )`;

type CountedLike = { comment_id: number; uid: number; likes: number };

/** A statement does not see its own writes: the counter that it read is right where it has changed nothing. */
const countedSql = sql`
  select liker.comment_id, liker.uid, coalesce(counted.likes, comment_count.likes, 0) as likes
    from liker left join counted using (comment_id) left join comment_count using (comment_id)`;

function resultsOf(likers: Liker[], rows: CountedLike[]): (number | undefined)[] {
  const likes = new Map(rows.map((row) => [`${row.comment_id} ${row.uid}`, row.likes]));
  return likers.map((one) => likes.get(key(one)));
}

const listLikedQuery = prepareQuery(
  (_db, { uid, ids }: Params<{ uid: number; ids: number[] }>) => sql<{ comment_id: number }>`
    select comment_id from comment_like where uid = ${uid} and comment_id = any(${ids}::bigint[])`,
);

/** Those of the comments that the member likes. */
export async function listLiked(db: Db, uid: number, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await listLikedQuery(db, { uid, ids });
  return new Set(rows.map((row) => row.comment_id));
}
