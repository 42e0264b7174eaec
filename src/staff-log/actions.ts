import type { Context, Viewer } from '../context.ts';
import type { Trx, TrxOrAutocommit } from '../platform/db/database.ts';
import {
  idOf,
  type Page,
  type PageRequest,
  readPage,
  toPage,
} from '../platform/http/pagination.ts';
import { Id } from '../platform/http/validation.ts';
import { Refusal } from '../refusals.ts';
import { presentCard } from '../users/actions/present-user.ts';
import type { CardRow } from '../users/schema.ts';
import type { StaffLogEntry } from './schema.ts';
import * as store from './store.ts';

/**
 * D47: records actor, reason, and the state before and after, in the transaction of the staff action itself. Without an
 * actor: the command line.
 */
export async function recordStaffAction(
  ctx: Context,
  trx: TrxOrAutocommit,
  staff: Pick<Viewer, 'uid'> | null,
  action: Omit<store.StaffAction, 'actor_uid' | 'created_at'>,
): Promise<void> {
  await store.insertStaffAction(trx, {
    ...action,
    actor_uid: staff?.uid ?? null,
    created_at: ctx.now(),
  });
}

export async function listStaffLog(
  ctx: Context,
  request: PageRequest & store.LogFilter,
): Promise<Page<StaffLogEntry>> {
  if (request.subject_id !== undefined && request.subject_kind === undefined) {
    const fields = [{ pointer: '/subject_id', detail: 'goes with subject_kind' }];
    throw new Refusal('invalid_input', {}, { fields });
  }
  const page = readPage(Id, request);
  const rows = await store.listStaffActions(ctx.db, request, page);
  return toPage(rows, page.limit, idOf, (row) => ({
    id: row.id,
    actor: presentActor(ctx, row),
    action: row.action,
    subject_kind: row.subject_kind,
    subject_id: row.subject_id,
    reason: row.reason,
    before: row.before,
    after: row.after,
    created_at: row.created_at.toISOString(),
  }));
}

type ActorRow = Pick<CardRow, 'username' | 'avatar_key'> & {
  uid: number | null;
  level: number | null;
};

function presentActor(ctx: Context, { uid, level, ...row }: ActorRow): StaffLogEntry['actor'] {
  return uid === null || level === null ? null : presentCard(ctx, { ...row, uid, level });
}

/** D15: erases the reasons of actions on posts or comments of a purged member. The entries stay. */
export function eraseReasons(trx: Trx, kind: 'post' | 'comment', ids: number[]): Promise<void> {
  return store.emptyReasons(trx, kind, ids);
}

/** D15: the same for every series of the member, also for those deleted long ago. Runs after the series are deleted. */
export async function eraseReasonsOfSeries(trx: Trx, uid: number): Promise<void> {
  await store.emptyReasons(trx, 'series', await store.listSeriesOfAuthor(trx, uid));
}

/** D15: the same for the member, their profile, and the notes in the ledger. Runs after the user is emptied. */
export function eraseTextsAbout(trx: Trx, uid: number): Promise<void> {
  return store.emptyTextsAbout(trx, uid);
}
