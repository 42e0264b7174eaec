import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { ownersOfKeys } from '../../platform/storage/keys.ts';
import type { Purpose } from '../rules.ts';
import { isOneOf, type UploadKey } from './keys.ts';

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

/** A40: of these keys, those the user uploaded for this purpose and that were not removed since. */
export function ownUploads(db: Db, uid: number, purpose: Purpose, keys: string[]) {
  return db
    .selectFrom('upload')
    .select(['uid', 'id', 'key', 'width', 'height'])
    .where('uid', '=', uid)
    .where('purpose', '=', purpose)
    .where('removed_at', 'is', null)
    .where('key', '=', sql<string>`any(${keys})`);
}

/** For the staff, who start from ids. */
export function findUploaders(db: Db, ids: number[]): Promise<UploadKey[]> {
  return db
    .selectFrom('upload')
    .select(['uid', 'id'])
    .where('id', '=', sql<number>`any(${ids})`)
    .execute();
}

/**
 * FOR UPDATE: attaching an upload locks its row FOR KEY SHARE, and only FOR UPDATE waits for that. Later statements of
 * the transaction see uses that were committed meanwhile.
 */
export function lockUploads(trx: Trx, uploads: UploadKey[]) {
  return trx
    .selectFrom('upload')
    .select(['id', 'uid', 'purpose', 'key', 'removed_at'])
    .where(isOneOf(uploads))
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Marks those of the locked uploads that nothing shows any more. */
export async function markUnusedRemoved(trx: Trx, uploads: UploadKey[], now: Date): Promise<void> {
  await trx
    .updateTable('upload')
    .set({ removed_at: now })
    .where(isOneOf(uploads))
    .where('removed_at', 'is', null)
    .where(isUnused)
    .execute();
}

function isUnused() {
  return sql<boolean>`not exists (
    select from upload_use where upload_use.uid = upload.uid and upload_use.upload_id = upload.id)`;
}

/** Those of the keys that were not removed, in the order they were uploaded. */
export function findUploads(db: Db, keys: string[]) {
  const uids = ownersOfKeys(keys);
  return db
    .selectFrom('upload')
    .select(COLUMNS)
    .$if(uids !== undefined, (query) => query.where('uid', '=', sql<number>`any(${uids})`))
    .where('key', '=', sql<string>`any(${keys})`)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute();
}

export function findById(db: Db, id: number) {
  return db.selectFrom('upload').select(['uid', 'key']).where('id', '=', id).executeTakeFirst();
}

/** A decision of the last hour took it away, and can still be undone. Decisions of an hour are few. */
function isUndoable(since: Date) {
  return sql<boolean>`exists (
    select from staff_undo decision
     where decision.undone_at is null and decision.decided_at >= ${since}
       and (decision.state -> 'picture' ->> 'id' = upload.id::text
         or decision.state -> 'comment' -> 'uses'
            @> jsonb_build_array(jsonb_build_object('upload_id', upload.id))))`;
}

/** Skips rows that another transaction is attaching. */
export async function lockUnused(
  trx: Trx,
  { before, removedBefore }: { before: Date; removedBefore: Date },
  limit: number,
): Promise<UploadKey[]> {
  return trx
    .selectFrom('upload')
    .select(['uid', 'id'])
    .where('created_at', '<', before)
    .where((eb) =>
      eb.or([
        eb('removed_at', 'is', null),
        eb('removed_at', '<', removedBefore),
        eb.not(isUndoable(removedBefore)),
      ]),
    )
    .where(isUnused)
    .orderBy('created_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

/**
 * Checks again in a new statement: it sees a use that was committed while the row was being locked. Frees the slots of
 * pictures of other sites.
 */
export async function deleteUnused(trx: Trx, uploads: UploadKey[]): Promise<string[]> {
  const rows = await trx
    .deleteFrom('upload')
    .where(isOneOf(uploads))
    .where(isUnused)
    .returning(['id', 'key'])
    .execute();
  const ids = rows.map(({ id }) => id);
  await sql`delete from foreign_picture where upload_id = any(${ids})`.execute(trx);
  return rows.map((row) => row.key);
}

export async function findKnownKeys(db: Db, keys: string[]): Promise<Set<string>> {
  const uids = ownersOfKeys(keys);
  const rows = await db
    .selectFrom('upload')
    .select('key')
    .$if(uids !== undefined, (query) => query.where('uid', '=', sql<number>`any(${uids})`))
    .where('key', '=', sql<string>`any(${keys})`)
    .execute();
  return new Set(rows.map((row) => row.key));
}
