import type { Context, Viewer } from '../../context.ts';
import { notifyUsers } from '../../notifications/actions/notify.ts';
import type { Trx } from '../../platform/db/database.ts';
import { announce } from '../../platform/live/announcements.ts';
import { Refusal } from '../../refusals.ts';
import { findUser } from '../../users/actions/find-user.ts';
import { displayName } from '../../users/actions/present-user.ts';
import { findCase } from '../store/cases.ts';
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

/** The name of whoever decided the case, if anybody has. */
export async function findCaseDecider(ctx: Context, id: number): Promise<string | undefined> {
  const found = await findCase(ctx.db, id);
  const by = found?.decided_by ? await findUser(ctx.db, found.decided_by) : undefined;
  return by && displayName(ctx, by);
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
  announce(trx, 'queue');
  const uids = await store.listReporters(trx, id);
  const cause = `report:${id}:${now.getTime()}`;
  await notifyUsers(trx, uids, { kind: `report_${outcome}`, cause, created_at: now });
  return uids.map((uid) => ({ uid, cause }));
}

export { findMainReason } from '../store/reports.ts';

/** False if reports have opened another case of the subject since. */
export function reopenCase(trx: Trx, id: number): Promise<boolean> {
  announce(trx, 'queue');
  return store.reopenCase(trx, id);
}
