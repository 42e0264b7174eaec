import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { violatedConstraint } from '../../platform/db/errors.ts';
import { ownPostsQuery } from '../../posts/store/shared/own-posts.ts';
import { Refusal } from '../../refusals.ts';
import { SERIES_POSTS_MAX } from '../rules.ts';
import type { SeriesKey } from './shared.ts';

/** In the order of the author; deleted posts too. */
export async function listPostIds(db: Db, { author_uid, id }: SeriesKey): Promise<number[]> {
  const rows = await db
    .selectFrom('series_post')
    .select('post_id')
    .where('author_uid', '=', author_uid)
    .where('series_id', '=', id)
    .orderBy('position')
    .execute();
  return rows.map(({ post_id }) => post_id);
}

/** Of those that are not deleted. */
export async function listOwnPostIds(db: Db, { author_uid, id }: SeriesKey): Promise<number[]> {
  const rows = await db
    .selectFrom('series_post')
    .select('post_id')
    .where('author_uid', '=', author_uid)
    .where('series_id', '=', id)
    .where('post_id', 'in', ownPostsQuery(db, author_uid).select('post.id'))
    .orderBy('position')
    .execute();
  return rows.map(({ post_id }) => post_id);
}

/** How many posts of each series the author has not deleted. */
export async function countOwnPosts(
  db: Db,
  uid: number,
  seriesIds: number[],
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('series_post')
    .select(['series_id', (eb) => eb.fn.countAll<number>().as('posts')])
    .where('author_uid', '=', uid)
    .where('series_id', '=', sql<number>`any(${seriesIds})`)
    .where('post_id', 'in', ownPostsQuery(db, uid).select('post.id'))
    .groupBy('series_id')
    .execute();
  return new Map(rows.map(({ series_id, posts }) => [series_id, posts]));
}

/** The first few posts of each of an author's series, by one short index scan per series; the caller reads which are public. */
export async function listFirstPosts(
  db: Db,
  uid: number,
  seriesIds: number[],
  each: number,
): Promise<{ series_id: number; post_id: number }[]> {
  const { rows } = await sql<{ series_id: number; post_id: number }>`
    select series.id as series_id, first.post_id
      from unnest(${seriesIds}::bigint[]) as series (id)
     cross join lateral (
       select post_id, position from series_post
        where author_uid = ${uid} and series_id = series.id
        order by position limit ${each}
     ) as first
     order by series.id, first.position`.execute(db);
  return rows;
}

export async function findSeriesIdOf(db: Db, uid: number, postId: number): Promise<number | null> {
  const row = await db
    .selectFrom('series_post')
    .select('series_id')
    .where('author_uid', '=', uid)
    .where('post_id', '=', postId)
    .executeTakeFirst();
  return row?.series_id ?? null;
}

/**
 * Own posts that are in no series, the last changed first, among so many of them. Deleted ones are left out afterwards:
 * else PostgreSQL may choose another index and sort every post of the author.
 */
export async function listFreePosts(
  db: Db,
  uid: number,
  { limit, among }: { limit: number; among: number },
) {
  const { rows } = await sql<{ id: number; title: string; lang: string | null; status: string }>`
    with latest as materialized (
      select id, title, lang, status, deleted_at, updated_at from post where author_uid = ${uid}
       order by updated_at desc, id desc limit ${among}
    )
    select id, title, lang, status from latest
     where deleted_at is null and not exists (select from series_post where author_uid = ${uid} and post_id = latest.id)
     order by updated_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

export async function isOwnPost(db: Db, uid: number, postId: number): Promise<boolean> {
  const row = await ownPostsQuery(db, uid)
    .select('post.id')
    .where('post.id', '=', postId)
    .executeTakeFirst();
  return row !== undefined;
}

type NewPost = { series_id: number; post_id: number; author_uid: number };

/** At the end. False if a series contains the post already, also one that was committed a moment ago. */
export async function insertPost(trx: Trx, post: NewPost): Promise<boolean> {
  try {
    const { rows } = await sql`
      insert into series_post (post_id, series_id, author_uid, position)
      select ${post.post_id}, ${post.series_id}, ${post.author_uid}, coalesce(max(position), 0) + 1
        from series_post where author_uid = ${post.author_uid} and series_id = ${post.series_id}
      on conflict (post_id, author_uid) do nothing returning post_id`.execute(trx);
    return rows.length > 0;
  } catch (error) {
    if (violatedConstraint(error) === 'series_post_limit')
      throw new Refusal('too_many', { limit: SERIES_POSTS_MAX });
    throw error;
  }
}

/** Removes posts, and closes the gaps. */
export async function deletePosts(
  trx: Trx,
  { author_uid, id }: SeriesKey,
  postIds: number[],
): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('series_post')
    .where('author_uid', '=', author_uid)
    .where('series_id', '=', id)
    .where('post_id', '=', sql<number>`any(${postIds})`)
    .executeTakeFirst();
  await sql`
    update series_post set position = dense.position
      from (select post_id, row_number() over (order by position)::int as position
              from series_post where author_uid = ${author_uid} and series_id = ${id}) as dense
     where series_post.author_uid = ${author_uid} and series_post.post_id = dense.post_id and series_post.position <> dense.position`.execute(
    trx,
  );
  return Number(numDeletedRows);
}

export async function deleteAllPosts(trx: Trx, { author_uid, id }: SeriesKey): Promise<void> {
  await trx
    .deleteFrom('series_post')
    .where('author_uid', '=', author_uid)
    .where('series_id', '=', id)
    .execute();
}

/** In one statement; `ids` are all posts of the series. */
export async function updateOrder(
  trx: Trx,
  { author_uid, id }: SeriesKey,
  ids: number[],
): Promise<void> {
  await sql`
    update series_post set position = sent.position::int
      from unnest(${ids}::bigint[]) with ordinality as sent (post_id, position)
     where series_post.author_uid = ${author_uid} and series_post.series_id = ${id}
       and series_post.post_id = sent.post_id and series_post.position <> sent.position`.execute(
    trx,
  );
}

/** The series that contain one of the posts, locked in the order of their ids. */
export async function lockSeriesOfPosts(trx: Trx, postIds: number[]): Promise<SeriesKey[]> {
  const { rows } = await sql<SeriesKey>`
    select author_uid, id from series
     where (author_uid, id) in (select author_uid, series_id from series_post where post_id = any(${postIds}))
     order by id for no key update`.execute(trx);
  return rows;
}
