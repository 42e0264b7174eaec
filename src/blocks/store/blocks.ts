import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { type KeysetPage, PAGE_ROWS, type TimeAndId } from '../../platform/db/keyset.ts';
import { CARD_COLUMNS } from '../../users/schema.ts';
import { isNotDeletedSql } from '../../users/store/shared.ts';
import type { BlockKind } from '../rules.ts';

export async function findKind(db: Db, uid: number, other: number): Promise<BlockKind | null> {
  const row = await db
    .selectFrom('user_block')
    .select('kind')
    .where('uid', '=', uid)
    .where('other_uid', '=', other)
    .executeTakeFirst();
  return (row?.kind as BlockKind | undefined) ?? null;
}

/** A pair that exists keeps its time, so that a change of kind does not move it in the list. */
export async function upsertBlock(
  trx: Trx,
  block: { uid: number; other_uid: number; kind: BlockKind; created_at: Date },
): Promise<void> {
  await trx
    .insertInto('user_block')
    .values(block)
    .onConflict((conflict) =>
      conflict.columns(['uid', 'other_uid']).doUpdateSet({ kind: block.kind }),
    )
    .execute();
}

export async function countBlocks(trx: Trx, uid: number): Promise<number> {
  const row = await trx
    .selectFrom('user_block')
    .select((eb) => eb.fn.countAll<number>().as('blocks'))
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow();
  return row.blocks;
}

export async function deleteBlock(trx: Trx, uid: number, other: number): Promise<void> {
  await trx
    .deleteFrom('user_block')
    .where('uid', '=', uid)
    .where('other_uid', '=', other)
    .execute();
}

/** Newest first, without deleted accounts (D15). */
export function listBlocks(db: Db, uid: number, page: KeysetPage<TimeAndId>) {
  let query = db
    .selectFrom('user_block')
    .select(['other_uid', 'kind', 'created_at'])
    .where('uid', '=', uid)
    .where(isNotDeletedSql(sql.ref('user_block.other_uid')));
  if (page.after) {
    const [time, last] = page.after;
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'other_uid'), '<', tuple(new Date(time), last)),
    );
  }
  return db
    .selectFrom(
      query.orderBy('created_at', 'desc').orderBy('other_uid', 'desc').limit(PAGE_ROWS).as('block'),
    )
    .innerJoin('member_card', 'member_card.uid', 'block.other_uid')
    .select([...CARD_COLUMNS, 'block.kind', 'block.created_at'])
    .orderBy('block.created_at', 'desc')
    .orderBy('block.other_uid', 'desc')
    .limit(page.limit + 1)
    .execute();
}

/** D15: those of a purged member and those of others on them. Fewer rows than the limit means that none are left. */
export async function deleteBlocksOf(trx: Trx, uid: number, limit: number): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with own as materialized (
      select uid, other_uid from user_block where uid = ${uid} or other_uid = ${uid}
       order by uid, other_uid limit ${limit} for update
    ), removed as (
      delete from user_block using own
       where user_block.uid = own.uid and user_block.other_uid = own.other_uid
      returning 1
    )
    select count(*)::int as deleted from removed`.execute(trx);
  return rows[0]?.deleted ?? 0;
}
