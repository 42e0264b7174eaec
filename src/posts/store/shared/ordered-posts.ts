import { type RawBuilder, sql } from 'kysely';
import { FOR_EVERYBODY } from '../../../blocks/rules.ts';
import type { Db } from '../../../platform/db/database.ts';
import { isPublic } from '../visibility.ts';

type ListEntry = { id: number; position: number };

/** D25: the public ones of the posts that `list` names, numbered from 1 in its order; a part of statements of other domains. */
function orderedPostsQuery(db: Db, list: RawBuilder<ListEntry>) {
  return db
    .selectFrom(list.as('list'))
    .innerJoin('post', 'post.id', 'list.id')
    .select(['post.id', 'post.title', 'post.lang', 'list.position'])
    .select(sql<string>`post.xmin::text`.as('post_version'))
    .select(sql<number>`row_number() over (order by list.position)`.as('number'))
    .where((eb) => isPublic(FOR_EVERYBODY)(eb as never));
}

/** The version of those posts and their counters, in the order of the list. */
export function orderedVersionSql(db: Db, list: RawBuilder<ListEntry>): RawBuilder<string> {
  return sql<string>`(
    select coalesce(string_agg(concat_ws(' ', listed.id, listed.post_version, post_count.xmin), ','
                               order by listed.position), '')
      from (${orderedPostsQuery(db, list)}) as listed
      join post_count on post_count.post_id = listed.id)`;
}
