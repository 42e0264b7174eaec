import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { isNotDeletedSql } from '../../users/store/shared.ts';
import type { TagFollowState } from '../schema.ts';

/** A tag and those merged into it: who follows one of them follows the tag. */
const withMerged = (tagId: number) =>
  sql`select id from tag where id = ${tagId} or merged_into = ${tagId}`;

/** In the order of ids, as everybody who changes a counter of several tags. */
async function lockTags(trx: Trx, ids: RawBuilder<unknown>): Promise<void> {
  await sql`select from tag where id in (${ids}) order by id for no key update`.execute(trx);
}

export async function insertTagFollow(
  trx: Trx,
  follow: { uid: number; tag_id: number; now: Date },
): Promise<boolean> {
  const { uid, tag_id, now } = follow;
  await lockTags(trx, sql`${tag_id}`);
  const { rows } = await sql`
    with added as (
      insert into tag_follow (uid, tag_id, created_at)
      select ${uid}, ${tag_id}::bigint, ${now}
       where not exists (select from tag_follow where uid = ${uid} and tag_id in (${withMerged(tag_id)}))
         and exists (select from tag where id = ${tag_id} and merged_into is null)
      on conflict do nothing
      returning tag_id
    )
    update tag set followers = followers + 1 from added where tag.id = added.tag_id
    returning tag.id`.execute(trx);
  return rows.length > 0;
}

export async function deleteTagFollow(trx: Trx, uid: number, tagId: number): Promise<void> {
  await lockTags(trx, withMerged(tagId));
  await sql`
    with gone as (
      delete from tag_follow where uid = ${uid} and tag_id in (${withMerged(tagId)}) returning tag_id
    )
    update tag set followers = followers - 1 from gone where tag.id = gone.tag_id`.execute(trx);
}

/** Who follows both of two tags that become one follows only the other. The caller has locked the tags. */
export async function deleteDoubleFollows(
  trx: Trx,
  ids: number[],
  others: number[],
): Promise<void> {
  await sql`
    with gone as (
      delete from tag_follow
       where tag_id = any(${ids})
         and exists (select from tag_follow as other
                      where other.uid = tag_follow.uid and other.tag_id = any(${others}))
      returning uid, tag_id
    ), step as (
      select gone.tag_id, count(*)::int as followers
        from gone where ${isNotDeletedSql(sql`gone.uid`)} group by gone.tag_id
    )
    update tag set followers = tag.followers - step.followers from step where tag.id = step.tag_id`.execute(
    trx,
  );
}

export async function countFollowedTags(db: Db, uid: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from tag_follow where uid = ${uid}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function findFollowState(db: Db, uid: number, tagId: number): Promise<TagFollowState> {
  const { rows } = await sql<TagFollowState>`
    select exists (select from tag_follow where uid = ${uid} and tag_id in (${withMerged(tagId)})) as following,
           coalesce(sum(followers), 0)::bigint as follower_count
      from tag where id in (${withMerged(tagId)})`.execute(db);
  return rows[0] ?? { following: false, follower_count: 0 };
}

/** D15: a deleted account counts nowhere; a restored one counts again. */
export async function addToFollowers(trx: Trx, uid: number, step: 1 | -1): Promise<void> {
  const followed = sql`select tag_id from tag_follow where uid = ${uid}`;
  await lockTags(trx, followed);
  await sql`
    update tag set followers = followers + ${step}::int where id in (${followed})`.execute(trx);
}

/** Of an account that is deleted, so that it is no longer counted. */
export async function deleteFollowsOf(trx: Trx, uid: number): Promise<void> {
  await trx.deleteFrom('tag_follow').where('uid', '=', uid).execute();
}
