import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

export function findUploadOwner(db: Db, id: number) {
  return db.selectFrom('upload').select(['uid', 'key']).where('id', '=', id).executeTakeFirst();
}

export function findUploadOfKey(db: Db, uid: number, key: string) {
  return db
    .selectFrom('upload')
    .select('id')
    .where('uid', '=', uid)
    .where('key', '=', key)
    .executeTakeFirst();
}

/** D51: staff may not act on drafts that were never submitted. */
export async function isOnlyInDrafts(
  db: Db,
  { uid, id }: { uid: number; id: number },
): Promise<boolean> {
  const { rows } = await sql<{ only: boolean }>`
    select coalesce(bool_and(use.holder_kind = 'post' and post.status = 'draft' and post.submitted_at is null), false)
             as only
      from upload_use as use left join post on use.holder_kind = 'post' and post.id = use.holder_id
     where use.uid = ${uid} and use.upload_id = ${id}`.execute(db);
  return rows[0]?.only ?? false;
}
