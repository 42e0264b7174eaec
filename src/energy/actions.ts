import type { Context, Viewer } from '../context.ts';
import { addDays, addSeconds, calendarDay, startOfDay } from '../platform/clock.ts';
import type { Trx } from '../platform/db/database.ts';
import { type Page, type PageRequest, readPage, toPage } from '../platform/http/pagination.ts';
import { Id } from '../platform/http/validation.ts';
import { Refusal } from '../refusals.ts';
import type { EnergyReason, Transfer } from './rules.ts';
import type { EnergyEntry } from './schema.ts';
import * as store from './store/ledger.ts';

/** An entry gets its time when its cause starts and its number when it locks the account: later ones can be older. */
const MAX_LATE_SECONDS = 10;

/**
 * Locks the balances of members until the transaction ends, for callers that decide by them what to move. Lock order:
 * after users and posts. Lock all members of the coming transfers in one call; a second call could deadlock.
 */
export async function lockBalances(trx: Trx, uids: number[]): Promise<Map<number, number>> {
  const locked = await store.lockAccounts(trx, uids);
  if (uids.every((uid) => locked.has(uid))) return locked;
  await store.insertAccounts(trx, uids);
  return store.lockAccounts(trx, uids);
}

/**
 * D38: the only way energy moves. Returns the balances after it, or undefined if the cause has moved it before. Locks
 * the accounts on both sides; call it last, because many transactions wait for the account of a popular author.
 */
export async function moveEnergy(
  trx: Trx,
  transfer: Transfer,
): Promise<Map<number, number> | undefined> {
  const after = await moveEnergyMany(trx, [transfer]);
  return after.size > 0 ? after : undefined;
}

/** The same for many transfers. Lock the balances of all members in them before: each transfer locks only its own. */
export function moveEnergyMany(trx: Trx, transfers: Transfer[]): Promise<Map<number, number>> {
  return store.insertTransfers(trx, transfers);
}

/** SPEC §7.5: a negative balance blocks energizing and renaming. */
export function assertNotNegative(balance: number): void {
  if (balance < 0) throw new Refusal('negative_balance', { balance });
}

/** D43: the caller's ledger, newest first; with `days`, only the last calendar days. */
export async function listOwnEntries(
  ctx: Context,
  viewer: Viewer,
  request: PageRequest & { days?: number },
): Promise<Page<EnergyEntry>> {
  const page = readPage(Id, request);
  const rows = await store.listEntries(ctx.db, viewer.uid, page);
  const since = request.days && startOfDay(calendarDay(addDays(ctx.now(), 1 - request.days)));
  const listed = toPage(
    since ? untilTooOld(rows, since) : rows,
    page.limit,
    (row) => row.seq,
    (row) => ({
      seq: row.seq,
      amount: row.delta,
      balance_after: row.balance_after,
      reason: row.reason as EnergyReason,
      post_id: row.post_id,
      note: row.note,
      created_at: row.created_at.toISOString(),
    }),
  );
  const items = listed.items.filter((item) => !since || item.created_at >= since.toISOString());
  return { ...listed, items };
}

/** Entries come in the order of their numbers, so the list ends at the first one that is too old. */
function untilTooOld<Row extends { created_at: Date }>(rows: Row[], since: Date): Row[] {
  const start = rows.findIndex((row) => row.created_at < addSeconds(since, -MAX_LATE_SECONDS));
  return start === -1 ? rows : rows.slice(0, start);
}
