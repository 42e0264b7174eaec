import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/** The bodies of a page of own drafts, whose newest text is the one on the row. */
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
