import { type RawBuilder, sql } from 'kysely';
import { FOR_EVERYBODY } from '../../blocks/rules.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { addToTagPostsSql, type TagChange } from '../../tags/store/shared.ts';
import { isPublic } from './visibility.ts';

/** The rows of `post_tag` that these posts should have: of public posts, merged tags resolved. */
function targetRowsSql(db: Db, ids: number[]): RawBuilder<unknown> {
  const posts = db
    .selectFrom('post')
    .select(['post.id', 'post.author_uid', 'post.published_at', 'post.tag_ids'])
    .where('post.id', '=', sql<number>`any(${ids})`)
    .where('post.published_at', 'is not', null)
    .where(isPublic(FOR_EVERYBODY));
  return sql`
    select distinct coalesce(tag.merged_into, tag.id) as tag_id, post.id as post_id, post.author_uid, post.published_at
      from (${posts}) as post cross join lateral unnest(post.tag_ids) as chosen (id)
      join tag on tag.id = chosen.id`;
}

/** Whether a row is missing, left over or different. Without a lock: nearly every change of a post leaves its tags. */
export async function hasOtherTags(db: Db, ids: number[]): Promise<boolean> {
  const { rows } = await sql`
    with target as (${targetRowsSql(db, ids)}), present as (
      select tag_id, post_id, author_uid, published_at from post_tag where post_id = any(${ids})
    )
    (select from (table target except table present) as missing)
    union all
    (select from (table present except table target) as left_over) limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Every tag that these posts have, had or were resolved to. In the order of ids, so that two workers cannot wait for
 * each other. Returns the tags that a merge of this moment led to, which are not locked yet.
 */
export async function lockTagsOf(trx: Trx, ids: number[]): Promise<number[]> {
  const locked = await lockTags(
    trx,
    sql`select coalesce(tag.merged_into, tag.id)
          from post cross join lateral unnest(post.tag_ids) as chosen (id) join tag on tag.id = chosen.id
         where post.id = any(${ids})
        union
        select unnest(tag_ids) from post where id = any(${ids})
        union
        select tag_id from post_tag where post_id = any(${ids})`,
  );
  const known = new Set(locked.map(({ id }) => id));
  return locked.flatMap(({ merged_into }) =>
    merged_into === null || known.has(merged_into) ? [] : [merged_into],
  );
}

export function lockTagsById(trx: Trx, ids: number[]) {
  return lockTags(trx, sql`select unnest(${ids}::bigint[])`);
}

async function lockTags(trx: Trx, ids: RawBuilder<unknown>) {
  const { rows } = await sql<{ id: number; merged_into: number | null }>`
    select id, merged_into from tag where id in (${ids}) order by id for no key update`.execute(
    trx,
  );
  return rows;
}

type TargetRow = { tag_id: number; post_id: number; author_uid: number; published_at: string };

/**
 * For posts whose tags are locked. In two statements: on a cluster one that reads cards can change no table of the first server.
 */
export async function updatePostTags(trx: Trx, ids: number[]): Promise<void> {
  const { rows: target } = await sql<TargetRow>`
    select tag_id, post_id, author_uid, published_at::text as published_at
      from (${targetRowsSql(trx, ids)}) as target`.execute(trx);
  const { rows } = await sql<TagChange>`
    with target as materialized (
      select tag_id, post_id, author_uid, published_at
        from unnest(${target.map((row) => row.tag_id)}::bigint[], ${target.map((row) => row.post_id)}::bigint[],
                    ${target.map((row) => row.author_uid)}::bigint[],
                    ${target.map((row) => row.published_at)}::timestamptz[]) as target (tag_id, post_id, author_uid, published_at)
    ), dropped as (
      delete from post_tag
       where post_id = any(${ids})
         and not exists (select from target
                          where target.post_id = post_tag.post_id and target.tag_id = post_tag.tag_id)
      returning tag_id
    ), moved as (
      update post_tag set author_uid = target.author_uid, published_at = target.published_at from target
       where post_tag.post_id = target.post_id and post_tag.tag_id = target.tag_id
         and (post_tag.author_uid, post_tag.published_at) <> (target.author_uid, target.published_at)
    ), added as (
      insert into post_tag (tag_id, post_id, author_uid, published_at)
      select tag_id, post_id, author_uid, published_at from target
      on conflict (post_id, tag_id) do nothing
      returning tag_id
    )
    select tag_id, sum(posts)::int as posts
      from (select tag_id, 1 as posts from added union all select tag_id, -1 from dropped) as each
     group by tag_id having sum(posts) <> 0`.execute(trx);
  if (rows.length > 0) await addToTagPostsSql(rows).execute(trx);
}
