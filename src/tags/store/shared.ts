import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/**
 * The names of the tags in a column of tag ids, in its order: merged tags as the tag they were merged into, blocked ones
 * left out. A part of statements that read posts, so that names cost no round trip. Two chosen tags may be one after a
 * merge, so a name may occur twice.
 */
export function shownTagsSql(tagIds: RawBuilder<unknown>): RawBuilder<string[]> {
  return sql<string[]>`array(
    select coalesce(target.name, tag.name)
      from unnest(${tagIds}) with ordinality as chosen (id, position)
      join tag on tag.id = chosen.id
      left join tag as target on target.id = tag.merged_into
     where not coalesce(target.blocked, tag.blocked)
     order by chosen.position)`;
}

/** Changes with whatever staff change about tags: a part of the versions of cached pages that show tags. */
export function tagEditionSql(): RawBuilder<number> {
  return sql<number>`(select number from tag_edition)`;
}

export type TagChange = { tag_id: number; posts: number };

/** The whole statement, for tags that its transaction has locked. */
export function addToTagPostsSql(changes: TagChange[]): RawBuilder<unknown> {
  const [ids, posts] = [changes.map((one) => one.tag_id), changes.map((one) => one.posts)];
  return sql`
    update tag set posts = tag.posts + change.posts
      from unnest(${ids}::bigint[], ${posts}::int[]) as change (tag_id, posts)
     where tag.id = change.tag_id`;
}

/** As they are stored, also merged and blocked ones. */
export async function listTagNames(db: Db, ids: number[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ name: string }>`
    select name from tag where id = any(${ids}) order by id`.execute(db);
  return rows.map(({ name }) => name);
}
