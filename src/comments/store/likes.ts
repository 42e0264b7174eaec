import { type RawBuilder, sql } from 'kysely';
import { FOR_EVERYBODY } from '../../blocks/rules.ts';
import type { BatchedWrite } from '../../platform/db/batch/batch-write.ts';
import type { Db, TrxOrAutocommit } from '../../platform/db/database.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import { everyPublicPostQuery } from '../../posts/store/shared/visible-posts.ts';
import { activeMembersSql } from '../../users/store/shared.ts';
import type { CommentKey } from './keys.ts';
import { isRootOf, isVisible } from './read.ts';

type Liker = { post_id: number; comment_id: number; uid: number; now: Date; day: string };
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
      insert into comment_like (post_id, comment_id, uid, created_at, day)
      select post_id, comment_id, uid, now, day from liker order by comment_id, uid
      on conflict (post_id, comment_id, uid) do nothing
      returning post_id, comment_id, day
    ), counted as (
      insert into comment_count as current (post_id, comment_id, likes)
      select post_id, comment_id, count(*) from added group by post_id, comment_id order by comment_id
      on conflict (post_id, comment_id) do update set likes = current.likes + excluded.likes
      returning post_id, comment_id, likes
    ), dated as (
      insert into comment_day as current (post_id, comment_id, day, author_uid, likes)
      select post_id, comment_id, added.day, liked.author_uid, count(*) from added join counted using (post_id, comment_id)
        join (select distinct post_id, comment_id, author_uid from liker) as liked using (post_id, comment_id)
       group by post_id, comment_id, added.day, liked.author_uid order by comment_id, added.day
      on conflict (author_uid, day, post_id, comment_id) do update set likes = current.likes + excluded.likes
    ) ${countedSql}`.execute(trx);
  return resultsOf(likers, rows);
}

async function deleteLikes(trx: TrxOrAutocommit, likers: Liker[]): Promise<(number | undefined)[]> {
  const { rows } = await sql<CountedLike>`
    with ${likersSql(trx, likers)}, own as materialized (
      select comment_like.post_id, comment_like.comment_id, comment_like.uid
        from liker join comment_like using (post_id, comment_id, uid)
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
      select post_id, comment_id, uid from comment_like where uid = ${uid} order by comment_id limit ${limit} for update
    ), ${withoutOwnLikesSql}
    select count(*) as deleted from removed`.execute(trx);
  return rows[0]?.deleted ?? 0;
}

/** D30: the comment is visible and its post public. */
function likersSql(db: Db, likers: Liker[]): RawBuilder<unknown> {
  const uids = likers.map((one) => one.uid);
  return sql`${activeMembersSql(uids)}, liker as materialized (
    select input.post_id, input.comment_id, input.uid, input.now, input.day, target.author_uid
      from unnest(${likers.map((one) => one.post_id)}::bigint[], ${likers.map((one) => one.comment_id)}::bigint[],
                  ${uids}::bigint[], ${likers.map((one) => one.now)}::timestamptz[],
                  ${likers.map((one) => one.day)}::date[]) as input (post_id, comment_id, uid, now, day)
      join active_member using (uid)
     cross join lateral (
        select comment.author_uid
          from comment join comment root on ${isRootOf('comment')}
          join (${everyPublicPostQuery(db, FOR_EVERYBODY)}) as post on post.id = comment.post_id
         where comment.post_id = input.post_id and comment.id = input.comment_id
           and ${isVisible('comment', FOR_EVERYBODY)} and ${isVisible('root', FOR_EVERYBODY)} offset 0
      ) as target)`;
}

/** Deletes the likes in `own`, and subtracts those that this statement deleted. */
const withoutOwnLikesSql = sql`removed as (
    delete from comment_like using own
     where comment_like.post_id = own.post_id and comment_like.comment_id = own.comment_id and comment_like.uid = own.uid
    returning comment_like.post_id, comment_like.comment_id, comment_like.day
  ), locked as materialized (
    select comment_count.post_id, comment_count.comment_id, gone.likes
      from comment_count join (
        select post_id, comment_id, count(*)::int as likes from removed group by post_id, comment_id
      ) as gone using (post_id, comment_id)
     order by comment_count.comment_id for no key update of comment_count
  ), counted as (
    update comment_count set likes = comment_count.likes - locked.likes
      from locked where comment_count.post_id = locked.post_id and comment_count.comment_id = locked.comment_id
    returning comment_count.post_id, comment_count.comment_id, comment_count.likes
  ), dated as (
    update comment_day set likes = comment_day.likes - gone.likes
      from (select post_id, comment_id, removed.day, count(*)::int as likes
              from removed join counted using (post_id, comment_id)
             group by post_id, comment_id, removed.day) as gone
     where comment_day.post_id = gone.post_id and comment_day.comment_id = gone.comment_id and comment_day.day = gone.day
  )`;

type CountedLike = { comment_id: number; uid: number; likes: number };

/** A statement does not see its own writes: the counter that it read is right where it has changed nothing. */
const countedSql = sql`
  select liker.comment_id, liker.uid, coalesce(counted.likes, comment_count.likes, 0) as likes
    from liker left join counted using (post_id, comment_id) left join comment_count using (post_id, comment_id)`;

function resultsOf(likers: Liker[], rows: CountedLike[]): (number | undefined)[] {
  const likes = new Map(rows.map((row) => [`${row.comment_id} ${row.uid}`, row.likes]));
  return likers.map((one) => likes.get(key(one)));
}

const listLikedQuery = prepareQuery(
  (_db, { uid, post_id, ids }: Params<{ uid: number; post_id: number; ids: number[] }>) => sql<{
    comment_id: number;
  }>`
    select comment_id from comment_like
     where post_id = ${post_id} and uid = ${uid} and comment_id = any(${ids}::bigint[])`,
);

/** Those of the comments that the member likes. All are of one post. */
export async function listLiked(db: Db, uid: number, keys: CommentKey[]): Promise<Set<number>> {
  const [first] = keys;
  if (!first) return new Set();
  const ids = keys.map(({ id }) => id);
  const rows = await listLikedQuery(db, { uid, post_id: first.post_id, ids });
  return new Set(rows.map((row) => row.comment_id));
}
