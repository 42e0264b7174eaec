import { sql } from 'kysely';
import type { Db, Trx } from '../platform/db/database.ts';
import type { Holder, Purpose } from './rules.ts';

const COLUMNS = ['id', 'key', 'content_type', 'bytes', 'width', 'height'] as const;

export function insertUpload(
  trx: Trx,
  upload: {
    uid: number;
    purpose: Purpose;
    key: string;
    content_type: string;
    bytes: number;
    width: number;
    height: number;
    created_at: Date;
  },
) {
  return trx.insertInto('upload').values(upload).returning(COLUMNS).executeTakeFirstOrThrow();
}

/** A40: of these keys, those the user uploaded for this purpose. */
export function ownUploads(db: Db, uid: number, purpose: Purpose, keys: string[]) {
  return db
    .selectFrom('upload')
    .select(['id', 'key'])
    .where('uid', '=', uid)
    .where('purpose', '=', purpose)
    .where('key', '=', sql<string>`any(${keys})`);
}

export async function insertUses(trx: Trx, uploadIds: number[], holder: Holder): Promise<void> {
  if (uploadIds.length === 0) return;
  await trx
    .insertInto('upload_use')
    .values(
      uploadIds.map((upload_id) => ({ upload_id, holder_kind: holder.kind, holder_id: holder.id })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteUses(trx: Trx, holder: Holder): Promise<void> {
  await trx
    .deleteFrom('upload_use')
    .where('holder_kind', '=', holder.kind)
    .where('holder_id', '=', holder.id)
    .execute();
}

/** Rows somebody is just putting to use are locked and passed over. */
export async function lockUnused(trx: Trx, before: Date, limit: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('upload')
    .select('id')
    .where('created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('upload_use').select('upload_id').whereRef('upload_id', '=', 'upload.id'),
        ),
      ),
    )
    .orderBy('created_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map((row) => row.id);
}

/** A second look in a statement of its own: a use committed while the row was being locked is seen by now. */
export async function deleteUnused(trx: Trx, ids: number[]): Promise<string[]> {
  const rows = await trx
    .deleteFrom('upload')
    .where('id', '=', sql<number>`any(${ids})`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('upload_use').select('upload_id').whereRef('upload_id', '=', 'upload.id'),
        ),
      ),
    )
    .returning('key')
    .execute();
  return rows.map((row) => row.key);
}

export async function findKnownKeys(db: Db, keys: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('upload')
    .select('key')
    .where('key', '=', sql<string>`any(${keys})`)
    .execute();
  return new Set(rows.map((row) => row.key));
}
