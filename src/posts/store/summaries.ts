import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { SHOWN_WITH, SUMMARY_COLUMNS } from './posts.ts';
import { isPublic } from './visibility.ts';

/** Those of the posts that everybody sees. By primary key, so the joins read no row too many. */
export function listSummaries(db: Db, ids: number[]) {
  return db
    .selectFrom('post')
    .innerJoin('users', 'users.uid', 'post.author_uid')
    .innerJoin('post_count', 'post_count.post_id', 'post.id')
    .select([...SUMMARY_COLUMNS, ...SHOWN_WITH])
    .where('post.id', '=', sql<number>`any(${ids})`)
    .where((eb) => isPublic(eb as never))
    .execute();
}

export function everyPublicPost(db: Db) {
  return db.selectFrom('post').select('post.id').where(isPublic);
}
