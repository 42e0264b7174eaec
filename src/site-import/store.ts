import { createHash } from 'node:crypto';
import type { Db, Trx } from '../platform/db/database.ts';

export type ItemKey = { source: string; subject_kind: 'user' | 'post' | 'comment'; id: string };

function itemOf(id: string): Buffer {
  return createHash('sha256').update(id).digest();
}

/** What the item became; undefined if it was not imported. */
export async function findImported(
  db: Db,
  { source, subject_kind, id }: ItemKey,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('import_record')
    .select('subject_id')
    .where('source', '=', source)
    .where('subject_kind', '=', subject_kind)
    .where('item', '=', itemOf(id))
    .executeTakeFirst();
  return row?.subject_id;
}

/** The key makes it once: of two imports at the same time, the second waits and fails. */
export async function insertImported(
  trx: Trx,
  { source, subject_kind, id }: ItemKey,
  subject_id: number,
): Promise<void> {
  await trx
    .insertInto('import_record')
    .values({ source, subject_kind, item: itemOf(id), subject_id })
    .execute();
}
