import { sql } from 'kysely';
import type { Hidden } from '../../blocks/rules.ts';
import type { Db } from '../../platform/db/database.ts';
import { AUTHOR_AND_COUNTS, SUMMARY_COLUMNS } from './posts.ts';
import { isPublic } from './visibility.ts';

/** Those of the ids that are public. By primary key, so the joins read no row in vain. */
export function listSummaries(db: Db, ids: number[], hidden: Hidden) {
  return summariesQuery(db, ids)
    .where((eb) => isPublic(hidden)(eb as never))
    .execute();
}

/** Those of the ids that the author wrote and has not deleted. */
export function listOwnSummaryRows(db: Db, uid: number, ids: number[]) {
  return summariesQuery(db, ids)
    .where('post.author_uid', '=', uid)
    .where('post.deleted_at', 'is', null)
    .execute();
}

function summariesQuery(db: Db, ids: number[]) {
  return db
    .selectFrom('post')
    .innerJoin('member_card', 'member_card.uid', 'post.author_uid')
    .innerJoin('post_count', 'post_count.post_id', 'post.id')
    .select([...SUMMARY_COLUMNS, ...AUTHOR_AND_COUNTS])
    .where('post.id', '=', sql<number>`any(${ids})`);
}
