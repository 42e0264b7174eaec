import { type RawBuilder, sql } from 'kysely';
import { FOR_EVERYBODY } from '../../blocks/rules.ts';
import type { BatchedWrite } from '../../platform/db/batch/batch-write.ts';
import { groupByServer } from '../../platform/db/cluster.ts';
import type { Db, TrxOrAutocommit } from '../../platform/db/database.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import { everyPublicPostQuery } from '../../posts/store/shared/visible-posts.ts';
import { activeMembersSql } from '../../users/store/shared.ts';
import { type CommentKey, isOfPosts } from './keys.ts';
import { isRootOf, isVisible } from './read.ts';

type Liker = { post_id: number; comment_id: number; uid: number; now: Date; day: string };
/** The number of likes afterwards; undefined if the comment or the member may not. */
type BatchedLike = BatchedWrite<Liker, number | undefined>;

const key = ({ comment_id, uid }: Pick<Liker, 'comment_id' | 'uid'>) => `${comment_id} ${uid}`;

/** Members who like comments at the same moment share a statement, so a hot comment is no queue. */
export const batchedLike: BatchedLike = { write: writeByServer(insertLikes), key };
export const batchedUnlike: BatchedLike = { write: writeByServer(deleteLikes), key };

function writeByServer(write: BatchedLike['write']): BatchedLike['write'] {
  return async (trx, likers) => {
    const results = new Map<Liker, number | undefined>();
    for (const group of groupByServer(likers, ({ post_id }) => post_id)) {
      const counts = await write(trx, group);
      for (const [index, liker] of group.entries()) results.set(liker, counts[index]);
    }
    return likers.map((liker) => results.get(liker));
  };
}

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
  return resultsOf(trx, likers, rows);
}

async function deleteLikes(trx: TrxOrAutocommit, likers: Liker[]): Promise<(number | undefined)[]> {
  const { rows } = await sql<CountedLike>`
    with ${likersSql(trx, likers)}, given as materialized (${lockLikes(likers)}), own as (
      select post_id, comment_id, uid, author_uid from given join liker using (post_id, comment_id, uid)
    ), ${withoutOwnLikesSql(likers)} ${countedSql}`.execute(trx);
  return resultsOf(trx, likers, rows);
}

type GivenLike = CommentKey & { author_uid: number };

/** What a member likes, with the authors of the comments. */
export async function listLikesOf(db: Db, uid: number, limit: number): Promise<GivenLike[]> {
  const { rows } = await sql<GivenLike>`
    select given.post_id, given.comment_id as id, comment.author_uid
      from comment_like given join comment on comment.post_id = given.post_id and comment.id = given.comment_id
     where given.uid = ${uid} order by given.comment_id limit ${limit}`.execute(db);
  return rows;
}

/** D15, for a purged member. On a cluster the likes are of one post. */
export async function deleteLikesOf(
  trx: TrxOrAutocommit,
  uid: number,
  given: GivenLike[],
): Promise<void> {
  const likes = given.map(({ post_id, id, author_uid }) => ({
    post_id,
    comment_id: id,
    uid,
    author_uid,
  }));
  await sql`
    with given as materialized (${lockLikes(likes)}), own as (
      select post_id, comment_id, uid, input.author_uid from given
        join unnest(${likes.map((one) => one.post_id)}::bigint[], ${likes.map((one) => one.comment_id)}::bigint[],
                    ${likes.map((one) => one.author_uid)}::bigint[]) as input (post_id, comment_id, author_uid)
             using (post_id, comment_id)
    ), ${withoutOwnLikesSql(likes)} select`.execute(trx);
}

/** D30: the comment is visible and its post public. Members, comments and posts apart: they are on different machines of a cluster. */
function likersSql(db: Db, likers: Liker[]): RawBuilder<unknown> {
  const uids = likers.map((one) => one.uid);
  const posts = sql.val(postsOf(likers));
  return sql`active_member as materialized (${activeMembersSql(uids)}), target as materialized (
    select input.post_id, input.comment_id, input.uid, input.now, input.day, shown.author_uid
      from unnest(${likers.map((one) => one.post_id)}::bigint[], ${likers.map((one) => one.comment_id)}::bigint[],
                  ${uids}::bigint[], ${likers.map((one) => one.now)}::timestamptz[],
                  ${likers.map((one) => one.day)}::date[]) as input (post_id, comment_id, uid, now, day)
     cross join lateral (
        select comment.author_uid
          from comment join comment root on ${isRootOf('comment')}
         where comment.post_id = input.post_id and comment.id = input.comment_id
           and ${isOfPosts('comment.post_id', posts)} and ${isOfPosts('root.post_id', posts)}
           and ${isVisible('comment', FOR_EVERYBODY)} and ${isVisible('root', FOR_EVERYBODY)} offset 0
      ) as shown
  ), liker as materialized (
    select target.* from target join active_member using (uid)
     where exists (
       select from (${everyPublicPostQuery(db, FOR_EVERYBODY)}) as post where post.id = target.post_id)
  )`;
}

type OneLike = { post_id: number; comment_id: number; uid: number };

const postsOf = (likes: OneLike[]) => [...new Set(likes.map((one) => one.post_id))];

/** The rows of these likes that exist. */
function lockLikes(likes: OneLike[]): RawBuilder<unknown> {
  return sql`
    select comment_like.post_id, comment_like.comment_id, comment_like.uid
      from unnest(${likes.map((one) => one.post_id)}::bigint[], ${likes.map((one) => one.comment_id)}::bigint[],
                  ${likes.map((one) => one.uid)}::bigint[]) as input (post_id, comment_id, uid)
      join comment_like using (post_id, comment_id, uid)
     where ${isOfPosts('comment_like.post_id', sql.val(postsOf(likes)))}
     order by comment_like.comment_id, comment_like.uid for update of comment_like`;
}

/**
 * Deletes the likes in `own`, and subtracts those that this statement deleted. A day of a like always has its row, so the
 * insert only updates: Citus finds the shards of an insert by its rows, those of an update only by constants.
 */
function withoutOwnLikesSql(likes: OneLike[]): RawBuilder<unknown> {
  const posts = sql.val(postsOf(likes));
  return sql`removed as (
    delete from comment_like using own
     where comment_like.post_id = own.post_id and comment_like.comment_id = own.comment_id and comment_like.uid = own.uid
       and ${isOfPosts('comment_like.post_id', posts)}
    returning comment_like.post_id, comment_like.comment_id, comment_like.day, own.author_uid
  ), locked as materialized (
    select comment_count.post_id, comment_count.comment_id, gone.likes
      from comment_count join (
        select post_id, comment_id, count(*)::int as likes from removed group by post_id, comment_id
      ) as gone using (post_id, comment_id)
     where ${isOfPosts('comment_count.post_id', posts)}
     order by comment_count.comment_id for no key update of comment_count
  ), counted as (
    update comment_count set likes = comment_count.likes - locked.likes
      from locked where comment_count.post_id = locked.post_id and comment_count.comment_id = locked.comment_id
       and ${isOfPosts('comment_count.post_id', posts)}
    returning comment_count.post_id, comment_count.comment_id, comment_count.likes
  ), dated as (
    insert into comment_day as current (post_id, comment_id, day, author_uid, likes)
    select post_id, comment_id, removed.day, author_uid, count(*) from removed join counted using (post_id, comment_id)
     group by post_id, comment_id, removed.day, author_uid order by comment_id, removed.day
    on conflict (author_uid, day, post_id, comment_id) do update set likes = current.likes - excluded.likes
  )`;
}

/** `likes`: null if the statement has changed nothing. */
type CountedLike = { post_id: number; comment_id: number; uid: number; likes: number | null };

const countedSql = sql`
  select liker.post_id, liker.comment_id, liker.uid, counted.likes
    from liker left join counted using (post_id, comment_id)`;

async function resultsOf(
  db: Db,
  likers: Liker[],
  rows: CountedLike[],
): Promise<(number | undefined)[]> {
  const likes = new Map(rows.map((row) => [key(row), row.likes]));
  const unchanged = rows.filter((row) => row.likes === null);
  for (const row of await listLikes(db, unchanged)) {
    for (const one of unchanged)
      if (one.comment_id === row.comment_id) likes.set(key(one), row.likes);
  }
  return likers.map((one) => (likes.has(key(one)) ? (likes.get(key(one)) ?? 0) : undefined));
}

async function listLikes(db: Db, keys: { post_id: number; comment_id: number }[]) {
  if (keys.length === 0) return [];
  return db
    .selectFrom('comment_count')
    .select(['comment_id', 'likes'])
    .where('post_id', '=', sql<number>`any(${keys.map((one) => one.post_id)})`)
    .where('comment_id', '=', sql<number>`any(${keys.map((one) => one.comment_id)})`)
    .execute();
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
