import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import type { Hidden } from '../rules.ts';

/** A value, or a parameter of a prepared statement. */
export type HiddenParam = Hidden | RawBuilder<NonNullable<Hidden>>;

/** D67: the condition of every list. `author` is a column with a uid. */
export function notHiddenSql(
  author: RawBuilder<unknown>,
  hidden: HiddenParam,
): RawBuilder<boolean> {
  return hidden ? sql`${author} <> all(${hidden}::bigint[])` : sql`true`;
}

/** The same where a statement reads for several members: nobody whom `reader` hides. */
export function notHiddenFromSql(
  author: RawBuilder<unknown>,
  reader: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql`not exists (
    select from user_block where user_block.uid = ${reader} and user_block.other_uid = ${author})`;
}

/** Whom the member `uid` hides, for the statement that reads a session; null for nobody. */
export function hiddenUidsSql(uid: RawBuilder<unknown>): RawBuilder<number[] | null> {
  return sql<number[] | null>`(
    select json_agg(user_block.other_uid order by user_block.other_uid) from user_block where user_block.uid = ${uid})`;
}

const blockersQuery = prepareQuery(
  (_db, { uids, other }: Params<{ uids: number[]; other: number }>) => sql<{ uid: number }>`
    select uid from user_block
     where uid = any(${uids}::bigint[]) and other_uid = ${other} and kind = 'block'`,
);

/** Those of the members who blocked the other one. */
export async function listBlockers(db: Db, uids: number[], other: number): Promise<number[]> {
  return (await blockersQuery(db, { uids, other })).map(({ uid }) => uid);
}

/** All whom a member hides, for work without a viewer. */
export async function listHiddenUids(db: Db, uid: number): Promise<number[]> {
  const rows = await db
    .selectFrom('user_block')
    .select('other_uid')
    .where('uid', '=', uid)
    .execute();
  return rows.map(({ other_uid }) => other_uid);
}
