import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { AUTHOR_AND_COUNTS, SUMMARY_COLUMNS } from './posts.ts';
import { isPublic } from './visibility.ts';

/** Those of the ids that are public. By primary key, so the joins read no row in vain. */
export function listSummaries(db: Db, ids: number[]) {
  return db
    .selectFrom('post')
    .innerJoin('users', 'users.uid', 'post.author_uid')
    .innerJoin('post_count', 'post_count.post_id', 'post.id')
    .select([...SUMMARY_COLUMNS, ...AUTHOR_AND_COUNTS])
    .where('post.id', '=', sql<number>`any(${ids})`)
    .where((eb) => isPublic(eb as never))
    .execute();
}
