import { type RawBuilder, sql } from 'kysely';
import { FOR_EVERYBODY } from '../../../blocks/rules.ts';
import type { Db } from '../../../platform/db/database.ts';
import { newestQuery } from '../lists.ts';

/** The newest public posts of an author, each with its version: a part of statements of other domains. */
export function newestOfAuthorQuery(db: Db, authorUid: RawBuilder<number>, limit: number) {
  return newestQuery(db, { time: undefined, id: undefined }, FOR_EVERYBODY)
    .select(['post.id', 'post.title', 'post.published_at'])
    .select(sql<string>`post.xmin`.as('post_version'))
    .where('post.author_uid', '=', authorUid)
    .limit(sql.lit(limit));
}
