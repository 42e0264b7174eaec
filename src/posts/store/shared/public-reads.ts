import { type RawBuilder, sql } from 'kysely';
import { tagEditionSql } from '../../../tags/store/shared.ts';

const SHOWN = sql`(select value from site_setting where key = 'posts.reads_shown')`;

/** D62: how often the post was read; null unless the owner shows it. Then nothing is counted up: a lookup by key. */
export const publicReadsSql = sql<number | null>`
  case when ${SHOWN} then (
    select reads from post_read_count where post_read_count.post_id = post.id) end`;

/**
 * Changes with whatever staff change about all posts at once, tags and whether reads are shown: a part of the versions of
 * cached pages that show posts.
 */
export function postEditionSql(): RawBuilder<string> {
  return sql<string>`concat_ws('.', ${tagEditionSql()}, (
    select xmin from site_setting where key = 'posts.reads_shown'))`;
}
