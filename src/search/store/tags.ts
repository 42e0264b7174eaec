import { sql } from 'kysely';
import { FOR_EVERYBODY } from '../../blocks/rules.ts';
import type { Db } from '../../platform/db/database.ts';
import { everyPublicPostQuery } from '../../posts/store/shared/visible-posts.ts';
import { bestFirst, candidatesSql, type NameSearch } from './names.ts';

/** The tags that these ids stand for: the one that a tag was merged into, none for a blocked one. */
export async function listTagsByIds(
  db: Db,
  ids: number[],
): Promise<Map<number, { id: number; name: string }>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ chosen: number; id: number; name: string }>`
    select chosen.id as chosen, tag.id, tag.name
      from tag chosen join tag on tag.id = coalesce(chosen.merged_into, chosen.id)
     where chosen.id = any(${ids}) and not chosen.blocked and not tag.blocked`.execute(db);
  return new Map(rows.map(({ chosen, id, name }) => [chosen, { id, name }]));
}

/** Undefined if there is no such tag or it is blocked. */
export async function findTagBySlug(db: Db, slug: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select tag.id from tag chosen join tag on tag.id = coalesce(chosen.merged_into, chosen.id)
     where chosen.slug = ${slug} and not chosen.blocked and not tag.blocked`.execute(db);
  return rows[0]?.id;
}

export type TagRow = {
  id: number;
  slug: string;
  name: string;
  description: string;
  posts: number;
  tier: number;
  weight: number;
};

/**
 * D61: only tags of public posts: the others would tell what is in drafts. `offset 0` makes it a lookup per candidate,
 * until the page is full.
 */
export async function listTags(db: Db, search: NameSearch): Promise<TagRow[]> {
  const { rows } = await sql<TagRow>`
    with ${candidatesSql('tag', search)}
    select used.*, tier, weight
      from (${bestFirst}) as candidate cross join lateral (
        select tag.id, slug, name, description, posts from tag
         where tag.id = candidate.ref_id and not blocked and merged_into is null and exists (
           select from post_tag where post_tag.tag_id = tag.id and post_tag.post_id in (${everyPublicPostQuery(db, FOR_EVERYBODY)}))
        offset 0
      ) as used
     order by tier, weight desc, candidate.ref_id limit ${search.limit}`.execute(db);
  return rows;
}
