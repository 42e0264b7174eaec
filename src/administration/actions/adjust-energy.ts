import type { Context, Viewer } from '../../context.ts';
import { lockBalances, moveEnergyMany } from '../../energy/actions.ts';
import { BURNT, MINT } from '../../energy/rules.ts';
import { notifyUsers } from '../../notifications/actions/notify.ts';
import type { Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import { recordStaffAction } from '../../staff-log/actions.ts';
import { displayName } from '../../users/actions/present-user.ts';
import type { AdjustBody, Adjustment } from '../schema/energy.ts';
import { insertBatch, type NewBatch, type Person, selectPeople } from '../store/energy.ts';

/** D42: a dry run shows the effect; the real run adjusts all listed members or none. */
export async function adjustEnergy(
  ctx: Context,
  staff: Viewer,
  input: AdjustBody,
): Promise<Adjustment> {
  if (!input.dry_run) return ctx.tx((trx) => adjust(ctx, trx, staff, input));
  const people = await selectPeople(ctx.db, input.uids);
  const balances = new Map([...people.values()].map((one) => [one.uid, one.balance]));
  return { batch_id: null, dry_run: true, ...previewAdjustment(ctx, input, people, balances) };
}

async function adjust(
  ctx: Context,
  trx: Trx,
  staff: Viewer,
  input: AdjustBody,
): Promise<Adjustment> {
  const { uids, amount } = input;
  const reason = input.reason.trim();
  const people = await selectPeople(trx, uids);
  assertAllExist(uids, people);
  // Lock in uid order, so that two batches cannot deadlock, even on accounts that do not exist yet.
  const balances = await lockBalances(
    trx,
    uids.toSorted((a, b) => a - b),
  );
  const preview = previewAdjustment(ctx, input, people, balances);
  const batch = {
    actor_uid: staff.uid,
    amount,
    reason,
    members: uids.length,
    created_at: ctx.now(),
  };
  const id = await insertBatch(trx, batch);
  await moveEnergyAndNotify(trx, id, uids, batch);
  const before = preview.rows.reduce((sum, row) => sum + row.before, 0);
  await recordStaffAction(ctx, trx, staff, {
    action: 'energy.adjust',
    subject_kind: 'energy_batch',
    subject_id: id,
    reason,
    // Totals only: the ledger has the balance of each member.
    before: { energy: before },
    after: { energy: before + preview.total, amount, members: uids.length },
  });
  return { batch_id: id, dry_run: false, ...preview };
}

/** The balances before and after. With locked balances this is the result, not a forecast. */
function previewAdjustment(
  ctx: Context,
  { uids, amount }: AdjustBody,
  people: Map<number, Person>,
  balances: Map<number, number>,
): Pick<Adjustment, 'total' | 'rows' | 'unknown'> {
  const found = uids.flatMap((uid) => people.get(uid) ?? []);
  const rows = found.map((person) => {
    const before = balances.get(person.uid) ?? 0;
    return { uid: person.uid, name: displayName(ctx, person), before, after: before + amount };
  });
  const unknown = uids.filter((uid) => !people.has(uid));
  return { total: amount * rows.length, rows, unknown };
}

function assertAllExist(uids: number[], people: Map<number, Person>): void {
  const fields = uids.flatMap((uid, index) =>
    people.has(uid) ? [] : [{ pointer: `/uids/${index}`, detail: `there is no member ${uid}` }],
  );
  if (fields.length > 0) throw new Refusal('invalid_input', {}, { fields });
}

/** One statement, because a thousand would keep their row locks for much longer. */
async function moveEnergyAndNotify(
  trx: Trx,
  id: number,
  uids: number[],
  batch: NewBatch,
): Promise<void> {
  const { actor_uid, amount, reason, created_at } = batch;
  await moveEnergyMany(
    trx,
    uids.map((uid) => ({
      cause: `adjust:${id}:${uid}`,
      reason: 'adjust',
      from: amount > 0 ? MINT : uid,
      to: amount > 0 ? uid : BURNT,
      amount: Math.abs(amount),
      note: reason,
      created_at,
    })),
  );
  // D44: members are not notified of their own actions.
  await notifyUsers(
    trx,
    uids.filter((one) => one !== actor_uid),
    { kind: 'energy_adjusted', cause: `adjust:${id}`, payload: { amount, reason }, created_at },
  );
}
