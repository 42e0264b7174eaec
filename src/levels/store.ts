import { sql } from 'kysely';
import type { Db, Trx } from '../platform/db/database.ts';
import type { KeysetPage } from '../platform/db/keyset.ts';
import { type Params, prepareQuery } from '../platform/db/prepared.ts';
import { ENERGIZE_EXP_DAILY_MAX, type ExpReason, type Task } from './rules.ts';

export type ExpGain = { delta: number; exp_after: number };
type Entry = ExpGain & { uid: number; reason: ExpReason; cause: string; created_at: Date };

const insertEntryQuery = prepareQuery((db, entry: Params<Entry>) =>
  db.insertInto('exp_entry').values(entry),
);

/**
 * A statement of its own with values of the caller: Citus writes such a row on one machine, but sends what a statement selects
 * for it to all of them, and commits there. The member's row must be locked.
 */
export async function insertEntry(trx: Trx, entry: Entry): Promise<void> {
  await insertEntryQuery(trx, entry);
}

const updateExpQuery = prepareQuery(
  (db, { uid, exp_after }: Params<{ uid: number; exp_after: number }>) =>
    db.updateTable('users').set({ exp: exp_after }).where('uid', '=', uid),
);

/** The entry and the member's exp, in one round trip. The member's row must be locked. */
export async function insertExp(trx: Trx, entry: Entry): Promise<void> {
  const { uid, exp_after } = entry;
  await Promise.all([insertEntry(trx, entry), updateExpQuery(trx, { uid, exp_after })]);
}

type DailyExp = { uid: number; day: string; exp: number };

const addDailyExpQuery = prepareQuery(
  (_db, { uid, day, exp }: Params<DailyExp>) => sql<ExpGain>`
    with gain as (
      insert into daily_exp as today (uid, day, exp, gained)
      values (${uid}, ${day}, least(${exp}::int, ${ENERGIZE_EXP_DAILY_MAX}), least(${exp}::int, ${ENERGIZE_EXP_DAILY_MAX}))
      on conflict (uid, day) do update
         set exp = least(today.exp + excluded.exp, ${ENERGIZE_EXP_DAILY_MAX}),
             gained = least(excluded.exp, ${ENERGIZE_EXP_DAILY_MAX} - today.exp)
       where today.exp < ${ENERGIZE_EXP_DAILY_MAX}
      returning gained as delta
    )
    update users set exp = users.exp + gain.delta from gain where users.uid = ${uid}
    returning gain.delta, users.exp as exp_after`,
);

/**
 * Adds to the member's exp, up to the day's maximum; the caller inserts the entry. The member's row must be locked. The table's CHECK constraint is the last guard of the maximum.
 */
export async function addDailyExp(trx: Trx, earned: DailyExp): Promise<ExpGain | undefined> {
  const [row] = await addDailyExpQuery(trx, earned);
  return row;
}

/** True for the one call that inserted the row. */
export async function insertCheckIn(
  trx: Trx,
  uid: number,
  day: string,
  now: Date,
): Promise<boolean> {
  const insert = trx
    .insertInto('user_checkin')
    .values({ uid, day, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('uid')
    .execute();
  // Never to an earlier day: two processes may be on either side of midnight.
  const update = trx
    .updateTable('users')
    .set({ checked_in_on: day })
    .where('uid', '=', uid)
    .where((eb) => eb.or([eb('checked_in_on', 'is', null), eb('checked_in_on', '<', day)]))
    .execute();
  const [rows] = await Promise.all([insert, update]);
  return rows.length > 0;
}

/** All data of a member's level page, in one round trip. */
export async function selectLevelState(
  db: Db,
  uid: number,
  day: string,
): Promise<{ exp: number; checked_in_today: boolean; energize_exp_today: number; tasks: Task[] }> {
  const { rows } = await sql<Awaited<ReturnType<typeof selectLevelState>>>`
    select exp, checked_in_on is not distinct from ${day}::date as checked_in_today,
           coalesce((select daily_exp.exp from daily_exp where uid = ${uid} and day = ${day}::date), 0) as energize_exp_today,
           array(select task from user_task where uid = ${uid}) as tasks
      from users where uid = ${uid}`.execute(db);
  const [state] = rows;
  if (!state) throw new Error(`no user ${uid}`);
  return state;
}

export async function insertTask(trx: Trx, uid: number, task: Task, now: Date): Promise<boolean> {
  const rows = await trx
    .insertInto('user_task')
    .values({ uid, task, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('uid')
    .execute();
  return rows.length > 0;
}

export async function selectTasks(db: Db, uid: number): Promise<Task[]> {
  const rows = await db.selectFrom('user_task').select('task').where('uid', '=', uid).execute();
  return rows.map((row) => row.task as Task);
}

export function listExpEntries(db: Db, uid: number, page: KeysetPage<number>) {
  let entries = db
    .selectFrom('exp_entry')
    .select(['id', 'delta', 'exp_after', 'reason', 'created_at'])
    .where('uid', '=', uid);
  if (page.after !== undefined) entries = entries.where('id', '<', page.after);
  return entries
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute();
}

export async function createMonthPartitions(trx: Trx, day: string, months: number): Promise<void> {
  await sql`select make_checkin_months(${day}::date, ${months})`.execute(trx);
}
