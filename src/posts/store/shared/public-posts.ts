import { type RawBuilder, sql } from 'kysely';
import { FOR_EVERYBODY } from '../../../blocks/rules.ts';
import type { Db } from '../../../platform/db/database.ts';
import { newestQuery } from '../lists.ts';

const FIRST_PAGE = { time: undefined, id: undefined };

/** The newest public posts: a part of statements of other domains. */
export function newestPublicIdsQuery(db: Db, limit: number) {
  return newestQuery(db, FIRST_PAGE, FOR_EVERYBODY).select('post.id').limit(sql.lit(limit));
}

/** The newest public post in a language. */
export function newestInLanguageQuery(db: Db, language: RawBuilder<string>) {
  return newestQuery(db, FIRST_PAGE, FOR_EVERYBODY)
    .select('post.id')
    .where('post.lang', '=', language)
    .limit(sql.lit(1));
}
