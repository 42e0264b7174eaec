import { type RawBuilder, sql } from 'kysely';
import { FOR_EVERYBODY } from '../../../blocks/rules.ts';
import type { Db } from '../../../platform/db/database.ts';
import { newestQuery } from '../lists.ts';

/** The newest public posts of an author, from an index alone: a part of statements of other domains. */
export function newestOfAuthorQuery(db: Db, authorUid: RawBuilder<number>, limit: number) {
  return newestQuery(db, { time: undefined, id: undefined }, FOR_EVERYBODY)
    .select(['post.id', 'post.published_at'])
    .where('post.author_uid', '=', authorUid)
    .limit(sql.lit(limit));
}
