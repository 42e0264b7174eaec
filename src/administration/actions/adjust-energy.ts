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

/** D42: first tried without effect, then for everybody in the list or for nobody. */
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
  assertAllThere(uids, people);
  // In one order also where accounts have yet to be made: two batches cannot wait in a circle.
  const balances = await lockBalances(
    trx,
    uids.toSorted((a, b) => a - b),
  );
  const foreseen = previewAdjustment(ctx, input, people, balances);
  const batch = {
    actor_uid: staff.uid,
    amount,
    reason,
    members: uids.length,
    created_at: ctx.now(),
  };
  const id = await insertBatch(trx, batch);
  await move(trx, id, uids, batch);
  const before = foreseen.rows.reduce((sum, row) => sum + row.before, 0);
  await recordStaffAction(ctx, trx, staff, {
    action: 'energy.adjust',
    subject_kind: 'energy_batch',
    subject_id: id,
    reason,
    // Of each member the ledger tells; here is what they had together.
    before: { energy: before },
    after: { energy: before + foreseen.total, amount, members: uids.length },
  });
  return { batch_id: id, dry_run: false, ...foreseen };
}

/** What the adjustment makes of these balances; locked ones cannot turn out otherwise. */
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

function assertAllThere(uids: number[], people: Map<number, Person>): void {
  const fields = uids.flatMap((uid, index) =>
    people.has(uid) ? [] : [{ pointer: `/uids/${index}`, detail: `there is no member ${uid}` }],
  );
  if (fields.length > 0) throw new Refusal('invalid_input', {}, { fields });
}

/** In one statement, because a thousand would hold a thousand locks for as long as they take. */
async function move(trx: Trx, id: number, uids: number[], batch: NewBatch): Promise<void> {
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
  // Nobody is told of what they do themselves (D44).
  await notifyUsers(
    trx,
    uids.filter((one) => one !== actor_uid),
    { kind: 'energy_adjusted', cause: `adjust:${id}`, payload: { amount, reason }, created_at },
  );
}
