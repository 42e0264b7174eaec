import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import type { UploadOwner } from '../rules.ts';
import { isOneOf, type UploadKey } from './keys.ts';

export async function insertUses(
  trx: Trx,
  uploads: UploadKey[],
  owner: UploadOwner,
): Promise<void> {
  if (uploads.length === 0) return;
  await trx
    .insertInto('upload_use')
    .values(
      uploads.map(({ uid, id }) => ({
        uid,
        upload_id: id,
        holder_kind: owner.kind,
        holder_id: owner.id,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const updateLiveQuery = prepareQuery(
  (
    _db,
    { id, body, cover_key }: Params<{ id: number; body: string; cover_key: string | null }>,
  ) => sql`
    update upload_use set live = not live from upload
     where holder_kind = 'post' and holder_id = ${id}
       and upload.uid = upload_use.uid and upload.id = upload_use.upload_id
       and live <> ${isInTextSql(sql`${body}::text`, sql`${cover_key}::text`)}`,
);

export async function updateLive(
  trx: Trx,
  postId: number,
  { body, cover_key }: { body: string; cover_key: string | null },
): Promise<void> {
  await updateLiveQuery(trx, { id: postId, body, cover_key });
}

function isInTextSql(body: RawBuilder<unknown>, cover: RawBuilder<unknown>) {
  return sql`(upload.key is not distinct from ${cover} or strpos(${body}, upload.key) > 0)`;
}

/** Returns the uploads that these owners showed, each once. */
export async function deleteUsesOf(
  trx: Trx,
  kind: UploadOwner['kind'],
  ownerIds: number[],
): Promise<UploadKey[]> {
  const deleted = await trx
    .deleteFrom('upload_use')
    .where('holder_kind', '=', kind)
    .where('holder_id', '=', sql<number>`any(${ownerIds})`)
    .returning(['uid', 'upload_id as id'])
    .execute();
  return [...new Map(deleted.map((use) => [use.id, use])).values()];
}

/** Returns the owners that showed the upload. */
export async function deleteUses(trx: Trx, { uid, id }: UploadKey): Promise<UploadOwner[]> {
  const { rows } = await sql<UploadOwner>`
    delete from upload_use where uid = ${uid} and upload_id = ${id}
    returning holder_kind as kind, holder_id as id`.execute(trx);
  return rows;
}

export async function listOwners(db: Db, { uid, id }: UploadKey): Promise<UploadOwner[]> {
  const { rows } = await sql<UploadOwner>`
    select holder_kind as kind, holder_id as id from upload_use
     where uid = ${uid} and upload_id = ${id}`.execute(db);
  return rows;
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
  uploads: UploadKey[],
  uses: UploadUse[],
): Promise<void> {
  await trx
    .updateTable('upload')
    .set({ removed_at: null })
    .where(isOneOf(uploads))
    .where('removed_at', 'is not', null)
    .execute();
  const [ids, owners] = [uses.map((use) => use.upload_id), uses.map((use) => use.holder_id)];
  await sql`
    insert into upload_use (uid, upload_id, holder_kind, holder_id, live)
    select upload.uid, upload.id, ${kind}, use.holder_id,
           post.id is null or ${isInTextSql(sql`post.body`, sql`post.cover_key`)}
      from unnest(${ids}::bigint[], ${owners}::bigint[]) as use (upload_id, holder_id)
      join upload on upload.id = use.upload_id and ${isOneOf(uploads)}
      left join post on post.id = use.holder_id and ${kind} = 'post'
    on conflict do nothing`.execute(trx);
}
