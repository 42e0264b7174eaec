import { sql } from 'kysely';
import type { Db, TrxOrAutocommit } from '../platform/db/database.ts';
import { PICTURES_PER_POST_MAX } from './rules.ts';

export type Address = { post_id: number; hash: Buffer };
/** A slot as it was read: `started_at` tells it from the same slot in another request. */
export type Slot = Address & { slot: number; started_at: Date };

/** The slot of this address, with the key of its upload if that was fetched by this member and not removed since. */
export function findSlot(db: Db, { post_id, hash }: Address, uid: number) {
  return db
    .selectFrom('foreign_picture')
    .leftJoin('upload', (join) =>
      join
        .onRef('upload.id', '=', 'foreign_picture.upload_id')
        .on('upload.uid', '=', uid)
        .on('upload.removed_at', 'is', null),
    )
    .select(['slot', 'started_at', 'upload_id', 'upload.key'])
    .where('post_id', '=', post_id)
    .where('address', '=', hash)
    .executeTakeFirst();
}

/**
 * Takes a free slot, any of them so that concurrent requests rarely choose the same. Undefined if none is free, or if
 * another request has just taken the chosen one.
 */
export async function takeSlot(
  db: TrxOrAutocommit,
  { post_id, hash }: Address,
  now: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ slot: number }>`
    insert into foreign_picture (post_id, slot, address, started_at)
    select ${post_id}, free.slot, ${hash}, ${now}
      from generate_series(1, ${PICTURES_PER_POST_MAX}::int) free (slot)
     where not exists (select from foreign_picture taken
                        where taken.post_id = ${post_id} and taken.slot = free.slot)
     order by random() limit 1
    on conflict do nothing returning slot`.execute(db);
  return rows[0]?.slot;
}

export async function countSlots(db: Db, post_id: number): Promise<number> {
  const slots = await db
    .selectFrom('foreign_picture')
    .select('slot')
    .where('post_id', '=', post_id)
    .execute();
  return slots.length;
}

/** Frees the slots of processes that died; returns whether there were any. */
export async function freeAbandoned(
  db: TrxOrAutocommit,
  post_id: number,
  before: Date,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from foreign_picture
     where post_id = ${post_id} and upload_id is null and started_at < ${before}`.execute(db);
  return numAffectedRows > 0n;
}

/** Begins again in a slot; false if another request was faster. */
export async function takeOver(db: TrxOrAutocommit, slot: Slot, now: Date): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update foreign_picture set started_at = ${now}, upload_id = null where ${isStill(slot)}`.execute(
    db,
  );
  return numAffectedRows > 0n;
}

/** Its picture was not fetched. Nothing to do if another request has taken the slot over. */
export async function freeSlot(db: TrxOrAutocommit, slot: Slot): Promise<void> {
  await sql`delete from foreign_picture where ${isStill(slot)} and upload_id is null`.execute(db);
}

export async function fillSlot(db: TrxOrAutocommit, slot: Slot, upload_id: number): Promise<void> {
  await sql`update foreign_picture set upload_id = ${upload_id} where ${isStill(slot)}`.execute(db);
}

function isStill({ post_id, slot, started_at }: Slot) {
  return sql`post_id = ${post_id} and slot = ${slot} and started_at = ${started_at}`;
}
