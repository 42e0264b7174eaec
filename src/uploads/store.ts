import { sql } from 'kysely';
import type { Db, Trx } from '../platform/db/database.ts';
import type { Purpose, UploadOwner } from './rules.ts';

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
    .select(['id', 'key'])
    .where('uid', '=', uid)
    .where('purpose', '=', purpose)
    .where('removed_at', 'is', null)
    .where('key', '=', sql<string>`any(${keys})`);
}

export async function insertUses(trx: Trx, uploadIds: number[], owner: UploadOwner): Promise<void> {
  if (uploadIds.length === 0) return;
  await trx
    .insertInto('upload_use')
    .values(
      uploadIds.map((upload_id) => ({ upload_id, holder_kind: owner.kind, holder_id: owner.id })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns the uploads that these owners showed, each once. */
export async function deleteUsesOf(
  trx: Trx,
  kind: UploadOwner['kind'],
  ownerIds: number[],
): Promise<number[]> {
  const deleted = await trx
    .deleteFrom('upload_use')
    .where('holder_kind', '=', kind)
    .where('holder_id', '=', sql<number>`any(${ownerIds})`)
    .returning('upload_id')
    .execute();
  return [...new Set(deleted.map((use) => use.upload_id))];
}

/** Returns the owners that showed the upload. */
export async function deleteUses(trx: Trx, uploadId: number): Promise<UploadOwner[]> {
  const deleted = await trx
    .deleteFrom('upload_use')
    .where('upload_id', '=', uploadId)
    .returning(['holder_kind', 'holder_id'])
    .execute();
  return deleted.map((use) => ({
    kind: use.holder_kind as UploadOwner['kind'],
    id: use.holder_id,
  }));
}

export async function listUses(trx: Trx, kind: UploadOwner['kind'], ownerIds: number[]) {
  const { rows } = await sql<UploadUse>`
    select upload_id, holder_id from upload_use
     where holder_kind = ${kind} and holder_id = any(${ownerIds}) order by upload_id, holder_id`.execute(
    trx,
  );
  return rows;
}

export type UploadUse = { upload_id: number; holder_id: number };

/** Those whose files are still there. */
export async function restoreUses(
  trx: Trx,
  kind: UploadOwner['kind'],
  uses: UploadUse[],
): Promise<void> {
  const ids = uses.map(({ upload_id }) => upload_id);
  await sql`update upload set removed_at = null where id = any(${ids}) and removed_at is not null`.execute(
    trx,
  );
  await sql`
    insert into upload_use (upload_id, holder_kind, holder_id)
    select use.upload_id, ${kind}, use.holder_id
      from unnest(${ids}::bigint[], ${uses.map(({ holder_id }) => holder_id)}::bigint[]) as use (upload_id, holder_id)
     where exists (select from upload where upload.id = use.upload_id)
    on conflict do nothing`.execute(trx);
}

/**
 * FOR UPDATE: attaching an upload locks its row FOR KEY SHARE, and only FOR UPDATE waits for that. Later statements of
 * the transaction see uses that were committed meanwhile.
 */
export function lockUploads(trx: Trx, ids: number[]) {
  return trx
    .selectFrom('upload')
    .select(['id', 'uid', 'purpose', 'key', 'removed_at'])
    .where('id', '=', sql<number>`any(${ids})`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Marks those of the locked uploads that nothing shows any more. */
export async function markUnusedRemoved(trx: Trx, ids: number[], now: Date): Promise<void> {
  await trx
    .updateTable('upload')
    .set({ removed_at: now })
    .where('id', '=', sql<number>`any(${ids})`)
    .where('removed_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('upload_use').select('upload_id').whereRef('upload_id', '=', 'upload.id'),
        ),
      ),
    )
    .execute();
}

/** Those of the keys that were not removed, in the order they were uploaded. */
export function findUploads(db: Db, keys: string[]) {
  return db
    .selectFrom('upload')
    .select(COLUMNS)
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
): Promise<number[]> {
  const rows = await trx
    .selectFrom('upload')
    .select('id')
    .where('created_at', '<', before)
    .where((eb) =>
      eb.or([
        eb('removed_at', 'is', null),
        eb('removed_at', '<', removedBefore),
        eb.not(isUndoable(removedBefore)),
      ]),
    )
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

/** Checks again in a new statement: it sees a use that was committed while the row was being locked. */
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
