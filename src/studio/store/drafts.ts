import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/** The bodies of own drafts. The row of a draft has its newest text. */
export async function listBodies(db: Db, uid: number, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('post')
    .select(['id', 'body'])
    .where('id', '=', sql<number>`any(${ids})`)
    .where('author_uid', '=', uid)
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.id, row.body]));
}
