import { Type } from 'typebox';
import type { Context } from '../../context.ts';
import type { EnergyReason } from '../../energy/rules.ts';
import {
  idOf,
  type Page,
  type PageRequest,
  readPage,
  toPage,
} from '../../platform/http/pagination.ts';
import { Id } from '../../platform/http/validation.ts';
import { Refusal } from '../../refusals.ts';
import { presentCard } from '../../users/actions/present-user.ts';
import type { EnergyBatch, LedgerEntry, LedgerQuery } from '../schema/energy.ts';
import { type LedgerRow, listBatches, listEntries, listEntriesOf } from '../store/energy.ts';

const TransferAndAccount = Type.Tuple([Id, Id]);

/** SPEC §5.5, D43: the whole ledger, newest first, of one member or of all. */
export async function listLedger(ctx: Context, request: LedgerQuery): Promise<Page<LedgerEntry>> {
  const filter = {
    ...(request.reason ? { reason: request.reason } : {}),
    ...(request.from ? { from: readDateTime(request.from, '/from') } : {}),
    ...(request.to ? { to: readDateTime(request.to, '/to') } : {}),
  };
  if (request.uid !== undefined) {
    const page = readPage(Id, request);
    const rows = await listEntriesOf(ctx.db, request.uid, filter, page);
    return toPage(
      rows,
      page.limit,
      (row) => row.seq,
      (row) => present(ctx, row),
    );
  }
  const page = readPage(TransferAndAccount, request);
  const rows = await listEntries(ctx.db, filter, page);
  return toPage(
    rows,
    page.limit,
    (row) => [row.transfer_id, row.account_id],
    (row) => present(ctx, row),
  );
}

/** A leap second is a valid date-time that JavaScript cannot represent. */
function readDateTime(text: string, pointer: string): Date {
  const time = new Date(text);
  if (!Number.isNaN(time.getTime())) return time;
  throw new Refusal('invalid_input', {}, { fields: [{ pointer, detail: 'not a date-time' }] });
}

function present(ctx: Context, row: LedgerRow): LedgerEntry {
  return {
    transfer_id: row.transfer_id,
    account: presentCard(ctx, row),
    amount: row.delta,
    balance_after: row.balance_after,
    reason: row.reason as EnergyReason,
    post_id: row.post_id,
    note: row.note,
    created_at: row.created_at.toISOString(),
  };
}

/** D42: newest first. */
export async function listEnergyBatches(
  ctx: Context,
  request: PageRequest,
): Promise<Page<EnergyBatch>> {
  const page = readPage(Id, request);
  const rows = await listBatches(ctx.db, page);
  return toPage(rows, page.limit, idOf, (row) => ({
    id: row.id,
    actor: presentCard(ctx, row),
    amount: row.amount,
    reason: row.reason,
    members: row.members,
    created_at: row.created_at.toISOString(),
  }));
}
