import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/** Deleted accounts too, until they are purged: staff see them in the list of members as well. */
export function listNames(
  db: Db,
  uids: number[],
): Promise<{ uid: number; username: string | null }[]> {
  return db
    .selectFrom('users')
    .select(['uid', 'username'])
    .where('uid', '=', sql<number>`any(${uids})`)
    .execute();
}

/** Who asked for these profile changes. */
export function listChangeOwners(db: Db, ids: number[]): Promise<{ id: number; uid: number }[]> {
  return db
    .selectFrom('profile_change')
    .select(['id', 'uid'])
    .where('id', '=', sql<number>`any(${ids})`)
    .execute();
}
