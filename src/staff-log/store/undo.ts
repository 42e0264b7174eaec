import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { UndoState } from '../rules.ts';

export type UndoRow = {
  log_id: number;
  actor_uid: number;
  subject_kind: string;
  subject_id: number;
  decided_at: Date;
  batch: string | null;
  state: UndoState;
  undone_at: Date | null;
  /** As in the log. */
  action: string;
};

export async function insertUndo(
  trx: Trx,
  row: Omit<UndoRow, 'undone_at' | 'action'>,
): Promise<void> {
  await trx
    .insertInto('staff_undo')
    .values({ ...row, state: JSON.stringify(row.state) })
    .execute();
}

/** Two undos of one decision follow one another. */
export async function lockUndo(trx: Trx, logId: number): Promise<UndoRow | undefined> {
  const { rows } = await sql<UndoRow>`
    select undo.*, staff_action.action from staff_undo undo join staff_action on staff_action.id = undo.log_id
     where undo.log_id = ${logId} for no key update of undo`.execute(trx);
  return rows[0];
}

export async function markUndone(trx: Trx, logId: number, now: Date): Promise<void> {
  await trx.updateTable('staff_undo').set({ undone_at: now }).where('log_id', '=', logId).execute();
}

/** The last decision on the subject after this one that stands, with who made it. */
export async function findLater(
  db: Db,
  { log_id, subject_kind, subject_id }: Pick<UndoRow, 'log_id' | 'subject_kind' | 'subject_id'>,
): Promise<{ actor_uid: number | null } | undefined> {
  const { rows } = await sql<{ actor_uid: number | null }>`
    select later.actor_uid from staff_undo later
     where later.subject_kind = ${subject_kind} and later.subject_id = ${subject_id}
       and later.log_id > ${log_id} and later.undone_at is null
     order by later.log_id desc limit 1`.execute(db);
  return rows[0];
}

export type LastDecision = {
  log_id: number;
  batch: string | null;
  action: string;
  subject_kind: string;
  subject_id: number;
  before: unknown;
  /** How many decisions of its batch stand, itself included. */
  together: number;
};

/** The newest decision that can still be undone. */
export async function findLast(
  db: Db,
  uid: number,
  after: Date,
): Promise<LastDecision | undefined> {
  const { rows } = await sql<LastDecision>`
    select last.log_id, last.batch, last.subject_kind, last.subject_id, entry.action, entry.before,
           case when last.batch is null then 1 else (
             select count(*)::int from staff_undo one
              where one.actor_uid = ${uid} and one.batch = last.batch and one.undone_at is null
           ) end as together
      from (
        select log_id, batch, subject_kind, subject_id from staff_undo
         where actor_uid = ${uid} and undone_at is null and decided_at > ${after}
         order by log_id desc limit 1
      ) as last join staff_action entry on entry.id = last.log_id`.execute(db);
  return rows[0];
}

/** Which of these entries can be undone, and which were. */
export async function listStates(
  db: Db,
  logIds: number[],
): Promise<{ log_id: number; actor_uid: number; decided_at: Date; undone_at: Date | null }[]> {
  return db
    .selectFrom('staff_undo')
    .select(['log_id', 'actor_uid', 'decided_at', 'undone_at'])
    .where('log_id', '=', sql<number>`any(${logIds})`)
    .execute();
}

export async function listBatch(db: Db, batch: string, uid: number): Promise<number[]> {
  const { rows } = await sql<{ log_id: number }>`
    select log_id from staff_undo where batch = ${batch}::uuid and actor_uid = ${uid} and undone_at is null
     order by log_id desc`.execute(db);
  return rows.map(({ log_id }) => log_id);
}

export async function deleteUndo(trx: Trx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from staff_undo where log_id in (
      select log_id from staff_undo where decided_at < ${before} limit ${limit} for update skip locked)`.execute(
    trx,
  );
  return Number(numAffectedRows ?? 0);
}

export async function deleteNotesAbout(trx: Trx, uid: number): Promise<void> {
  await trx.deleteFrom('staff_note').where('uid', '=', uid).execute();
}
