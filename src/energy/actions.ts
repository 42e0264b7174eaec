import type { Context, Viewer } from '../context.ts';
import { addDays, calendarDay, startOfDay } from '../platform/clock.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import { type Page, type PageRequest, readPage, toPage } from '../platform/http/pagination.ts';
import { Id } from '../platform/http/validation.ts';
import { Refusal } from '../refusals.ts';
import type { EnergyReason, Transfer } from './rules.ts';
import type { EnergyEntry } from './schema.ts';
import * as store from './store.ts';

/**
 * The balances of members, locked until the transaction ends. Taken after the users' rows and before posts;
 * everybody who will be part of a transfer in one call, since a second one could meet somebody else's first.
 */
export async function lockBalances(trx: Trx, uids: number[]): Promise<Map<number, number>> {
  const locked = await store.lockAccounts(trx, uids);
  if (uids.every((uid) => locked.has(uid))) return locked;
  await store.insertAccounts(trx, uids);
  return store.lockAccounts(trx, uids);
}

/**
 * D38: the one way energy moves. Undefined where the cause has moved it already; else the balances after it.
 * Members on either side must have been locked by `lockBalances` in this transaction.
 */
export async function moveEnergy(
  trx: Trx,
  transfer: Transfer,
): Promise<Map<number, number> | undefined> {
  const after = await store.insertTransfers(trx, [transfer]);
  return after.size > 0 ? after : undefined;
}

/** The same for many at once, of whom each member is in one transfer at most. */
export function moveEnergyMany(trx: Trx, transfers: Transfer[]): Promise<Map<number, number>> {
  return store.insertTransfers(trx, transfers);
}

/** SPEC §7.5: below zero neither energizing nor renaming. */
export function assertNotNegative(balance: number): void {
  if (balance < 0) throw new Refusal('negative_balance', { balance });
}

export function getBalance(db: Db, uid: number): Promise<number> {
  return store.findBalance(db, uid);
}

/** D43: the whole ledger of the caller, newest first; with `days`, of the last calendar days. */
export async function listOwnEntries(
  ctx: Context,
  viewer: Viewer,
  request: PageRequest & { days?: number },
): Promise<Page<EnergyEntry>> {
  const page = readPage(Id, request);
  const rows = await store.listEntries(ctx.db, viewer.uid, page);
  const since = request.days && startOfDay(calendarDay(addDays(ctx.now(), 1 - request.days)));
  return toPage(
    // Numbered as they are made, so what is too old comes last: a page cut short is the end of the list.
    since ? rows.filter((row) => row.created_at >= since) : rows,
    page.limit,
    (row) => row.seq,
    (row) => ({
      seq: row.seq,
      amount: row.delta,
      balance_after: row.balance_after ?? 0,
      reason: row.reason as EnergyReason,
      post_id: row.post_id,
      note: row.note,
      created_at: row.created_at.toISOString(),
    }),
  );
}
