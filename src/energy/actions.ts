import type { Context, Viewer } from '../context.ts';
import { addDays, addSeconds, calendarDay, startOfDay } from '../platform/clock.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import { type Page, type PageRequest, readPage, toPage } from '../platform/http/pagination.ts';
import { Id } from '../platform/http/validation.ts';
import { Refusal } from '../refusals.ts';
import type { EnergyReason, Transfer } from './rules.ts';
import type { EnergyEntry } from './schema.ts';
import * as store from './store.ts';

/** An entry is dated as its cause begins, and numbered once its account is free. */
const MAX_LATE_SECONDS = 10;

/**
 * The balances of members, locked until the transaction ends, for whoever decides by them what to move. Taken after the
 * rows of users and posts; everybody who will be part of a transfer in one call, since a second one could meet somebody
 * else's first.
 */
export async function lockBalances(trx: Trx, uids: number[]): Promise<Map<number, number>> {
  const locked = await store.lockAccounts(trx, uids);
  if (uids.every((uid) => locked.has(uid))) return locked;
  await store.insertAccounts(trx, uids);
  return store.lockAccounts(trx, uids);
}

/**
 * D38: the one way energy moves. Undefined where the cause has moved it already; else the balances after it. The
 * accounts on either side are locked from here on, last of all: everybody wants those of a popular author.
 */
export async function moveEnergy(
  trx: Trx,
  transfer: Transfer,
): Promise<Map<number, number> | undefined> {
  const after = await moveEnergyMany(trx, [transfer]);
  return after.size > 0 ? after : undefined;
}

/** The same for many at once, of whom each member is in one transfer at most. */
export async function moveEnergyMany(
  trx: Trx,
  transfers: Transfer[],
): Promise<Map<number, number>> {
  const accounts = new Set(transfers.flatMap(({ from, to }) => [from, to]));
  const members = [...accounts].filter((account) => account > 0).sort((a, b) => a - b);
  const after = await store.insertTransfers(trx, members, transfers);
  if (after.size > 0) return after;
  // Their causes were seen before, or somebody has never had any energy.
  await store.insertAccounts(trx, members);
  return store.insertTransfers(trx, members, transfers);
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
  const listed = toPage(
    since ? beforeTooOld(rows, since) : rows,
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
  const items = listed.items.filter((item) => !since || item.created_at >= since.toISOString());
  return { ...listed, items };
}

/** Numbered one after the other, so what is too old comes last: where it begins the list ends. */
function beforeTooOld<Row extends { created_at: Date }>(rows: Row[], since: Date): Row[] {
  const start = rows.findIndex((row) => row.created_at < addSeconds(since, -MAX_LATE_SECONDS));
  return start === -1 ? rows : rows.slice(0, start);
}
