import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { CARD_COLUMNS } from '../schema.ts';

export function selectCards(db: Db, uids: number[]) {
  return db
    .selectFrom('users')
    .select([...CARD_COLUMNS])
    .where('uid', '=', sql<number>`any(${uids})`)
    .where('deleted_at', 'is', null)
    .execute();
}
