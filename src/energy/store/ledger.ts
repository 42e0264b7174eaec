import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { type KeysetPage, PAGE_ROWS } from '../../platform/db/keyset.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import type { Transfer } from '../rules.ts';
import { selectAllEntries } from './shared.ts';

/** Always in the order of the ids, so that two members who energize each other cannot deadlock. */
const lockAccountsQuery = prepareQuery(
  (_db, { uids }: Params<{ uids: number[] }>) => sql<{ uid: number; balance: number }>`
    select uid, balance from energy_account where uid = any(${uids}) order by uid for no key update`,
);

export async function lockAccounts(trx: Trx, uids: number[]): Promise<Map<number, number>> {
  const rows = await lockAccountsQuery(trx, { uids });
  return new Map(rows.map((row) => [row.uid, row.balance]));
}

export async function insertAccounts(trx: Trx, uids: number[]): Promise<void> {
  await sql`
    insert into energy_account (uid) select unnest(${uids}::bigint[]) on conflict do nothing`.execute(
    trx,
  );
}

type TransferColumns = {
  causes: string[];
  reasons: string[];
  from: number[];
  to: number[];
  amounts: number[];
  posts: (number | null)[];
  notes: string[];
  times: Date[];
};

const insertTransfersQuery = prepareQuery(
  (_db, each: Params<TransferColumns>) => sql<{ account_id: number; balance_after: number }>`
    select moved.account_id, moved.balance_after
      from unnest(${each.causes}::text[], ${each.reasons}::text[], ${each.from}::bigint[], ${each.to}::bigint[],
                  ${each.amounts}::int[], ${each.posts}::bigint[], ${each.notes}::text[], ${each.times}::timestamptz[])
        as input (cause, reason, from_account, to_account, amount, post_id, note, created_at)
      cross join lateral move_energy(cause, reason, from_account, to_account, amount, post_id, note, created_at) as moved`,
);

/**
 * Writes each transfer with the entries of its members, or nothing of it if its cause already exists. Returns the balance of
 * both sides, null for the site's.
 */
export async function insertTransfers(
  trx: Trx,
  transfers: Transfer[],
): Promise<Map<number, number>> {
  const rows = await insertTransfersQuery(trx, {
    causes: transfers.map((one) => one.cause),
    reasons: transfers.map((one) => one.reason),
    from: transfers.map((one) => one.from),
    to: transfers.map((one) => one.to),
    amounts: transfers.map((one) => one.amount),
    posts: transfers.map((one) => one.post_id ?? null),
    notes: transfers.map((one) => one.note ?? ''),
    times: transfers.map((one) => one.created_at),
  });
  return new Map(rows.map((row) => [row.account_id, row.balance_after]));
}

/** Selects the page first and joins after. */
export function listEntries(db: Db, uid: number, page: KeysetPage<number>) {
  let entries = db
    .selectFrom(selectAllEntries(db).as('every'))
    .select(['seq', 'transfer_id', 'delta', 'balance_after', 'created_at'])
    .where('account_id', '=', uid)
    .orderBy('seq', 'desc')
    .limit(PAGE_ROWS);
  if (page.after !== undefined) entries = entries.where('seq', '<', page.after);
  return db
    .selectFrom(entries.as('entry'))
    .innerJoin('energy_transfer as transfer', 'transfer.id', 'entry.transfer_id')
    .select([
      'entry.seq',
      'entry.delta',
      'entry.balance_after',
      'entry.created_at',
      'transfer.reason',
      'transfer.post_id',
      'transfer.note',
    ])
    .orderBy('entry.seq', 'desc')
    .limit(page.limit + 1)
    .execute();
}
