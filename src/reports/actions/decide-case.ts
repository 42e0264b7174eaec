import type { Context, Viewer } from '../../context.ts';
import { notifyUsers } from '../../notifications/actions/notify.ts';
import type { Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import { findUser } from '../../users/actions/find-user.ts';
import { displayName } from '../../users/actions/present-user.ts';
import * as store from '../store/reports.ts';

export type { CaseRow } from '../store/reports.ts';

/** The case, which nobody else decides until the transaction ends. Refused if somebody has. */
export async function lockUndecided(ctx: Context, trx: Trx, id: number): Promise<store.CaseRow> {
  const found = await store.lockCase(trx, id);
  if (!found) throw new Refusal('not_found');
  if (found.decided_by === null) return found;
  const by = await findUser(trx, found.decided_by);
  throw new Refusal('decided_before', { name: by ? displayName(ctx, by) : '' });
}

/** D66: closes it and tells everybody who reported. Returns the notifications, for an undo. */
export async function closeCase(
  ctx: Context,
  trx: Trx,
  staff: Viewer,
  id: number,
  outcome: 'dismissed' | 'upheld',
): Promise<{ uid: number; cause: string }[]> {
  const now = ctx.now();
  await store.closeCase(trx, id, { outcome, decided_at: now, decided_by: staff.uid });
  const uids = await store.listReporters(trx, id);
  const cause = `report:${id}:${now.getTime()}`;
  await notifyUsers(trx, uids, { kind: `report_${outcome}`, cause, created_at: now });
  return uids.map((uid) => ({ uid, cause }));
}

/** False if reports have opened another case of the subject since. */
export function reopenCase(trx: Trx, id: number): Promise<boolean> {
  return store.reopenCase(trx, id);
}
