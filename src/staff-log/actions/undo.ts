import type { Context, Viewer } from '../../context.ts';
import { addSeconds } from '../../platform/clock.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import { findUser } from '../../users/actions/find-user.ts';
import { displayName } from '../../users/actions/present-user.ts';
import { canUndo, UNDO_MINUTES, type UndoState } from '../rules.ts';
import * as store from '../store/undo.ts';
import * as log from '../store.ts';

const SWEEP_BATCH = 500;

type Decision = Omit<log.StaffAction, 'actor_uid' | 'created_at' | 'subject_id'> & {
  subject_id: number;
};

/** Records a decision as `recordStaffAction` does, with what its undo needs. The command line cannot undo. */
export async function recordDecision(
  ctx: Context,
  trx: Trx,
  staff: Viewer | null,
  decision: Decision,
  { state, batch = null }: { state: UndoState; batch?: string | null | undefined },
): Promise<void> {
  const now = ctx.now();
  const actor_uid = staff?.uid ?? null;
  const log_id = await log.insertStaffAction(trx, { ...decision, actor_uid, created_at: now });
  if (actor_uid === null) return;
  const { subject_kind, subject_id } = decision;
  const row = { log_id, actor_uid, subject_kind, subject_id, decided_at: now, batch, state };
  await store.insertUndo(trx, row);
}

export type Undoable = store.UndoRow;
export type { LastDecision } from '../store/undo.ts';

/** The decision, locked, if the caller may undo it now; throws why not. */
export async function lockUndoable(
  ctx: Context,
  trx: Trx,
  staff: Viewer,
  logId: number,
): Promise<Undoable> {
  const decision = await store.lockUndo(trx, logId);
  if (decision?.actor_uid !== staff.uid) throw new Refusal('not_found');
  if (decision.undone_at || !canUndo(decision.decided_at, ctx.now()))
    throw new Refusal('undo_too_late');
  const later = await store.findLater(trx, decision);
  if (later) throw superseded(await nameOf(ctx, trx, later.actor_uid));
  return decision;
}

export function superseded(what: string): Refusal {
  return new Refusal('undo_superseded', { what });
}

/** The entry of an undo names the one it undoes. */
export async function recordUndo(
  ctx: Context,
  trx: Trx,
  staff: Viewer,
  { log_id, subject_kind, subject_id }: Undoable,
  action: string,
): Promise<void> {
  await store.markUndone(trx, log_id, ctx.now());
  await log.insertStaffAction(trx, {
    action: 'undo',
    actor_uid: staff.uid,
    subject_kind,
    subject_id,
    reason: '',
    before: { decision: log_id, action },
    after: { undone: true },
    created_at: ctx.now(),
  });
}

/** The newest decision of the caller's own that can still be undone. */
export function findLastDecision(
  ctx: Context,
  staff: Viewer,
): Promise<store.LastDecision | undefined> {
  return store.findLast(ctx.db, staff.uid, oldestUndoable(ctx));
}

/** By entry: whether the caller can undo it now, or whether it was undone. */
export async function readUndoStates(
  ctx: Context,
  staff: Viewer,
  logIds: number[],
): Promise<Map<number, 'undoable' | 'undone'>> {
  const states = new Map<number, 'undoable' | 'undone'>();
  for (const { log_id, actor_uid, decided_at, undone_at } of await store.listStates(
    ctx.db,
    logIds,
  )) {
    if (undone_at) states.set(log_id, 'undone');
    else if (actor_uid === staff.uid && canUndo(decided_at, ctx.now()))
      states.set(log_id, 'undoable');
  }
  return states;
}

function oldestUndoable(ctx: Context): Date {
  return addSeconds(ctx.now(), -UNDO_MINUTES * 60);
}

/** The name of whoever decided on the subject last, in the last hour. */
export async function findDecider(
  ctx: Context,
  kind: string,
  id: number,
): Promise<string | undefined> {
  const later = await store.findLater(ctx.db, { log_id: 0, subject_kind: kind, subject_id: id });
  return later && nameOf(ctx, ctx.db, later.actor_uid);
}

export function listBatch(ctx: Context, staff: Viewer, batch: string): Promise<number[]> {
  return store.listBatch(ctx.db, batch, staff.uid);
}

/** What was replaced is personal, and of no use after the hour. */
export async function sweepUndo(ctx: Context): Promise<void> {
  const before = oldestUndoable(ctx);
  for (let deleted = SWEEP_BATCH; deleted === SWEEP_BATCH; ) {
    deleted = await ctx.tx((trx) => store.deleteUndo(trx, before, SWEEP_BATCH));
  }
}

/** D15: what the staff noted about the member. */
export function purgeStaffRows(trx: Trx, uid: number): Promise<void> {
  return store.deleteNotesAbout(trx, uid);
}

async function nameOf(ctx: Context, db: Db, uid: number | null): Promise<string> {
  const user = uid === null ? undefined : await findUser(db, uid);
  return user ? displayName(ctx, user) : '—';
}
