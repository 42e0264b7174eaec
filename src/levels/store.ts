import { sql } from 'kysely';
import type { Db, Trx } from '../platform/db/database.ts';
import type { KeysetPage } from '../platform/db/keyset.ts';
import { type Params, prepareQuery } from '../platform/db/prepared.ts';
import { ENERGIZE_EXP_DAILY_MAX, type ExpReason, type Task } from './rules.ts';

type Gain = { uid: number; delta: number; reason: ExpReason; cause: string; created_at: Date };
export type ExpGain = { delta: number; exp_after: number };

/**
 * The rest of a statement that has made a CTE named `gain` (delta): on the member's row and in the log, in one
 * statement, so that the two can never differ. The row is locked before the cause is looked at, so `exp_after` is the
 * exp that stands.
 */
const gaining = ({ uid, reason, cause, created_at }: Params<Gain>) =>
  sql<ExpGain>`
    member as (
      select uid, exp from users where uid = ${uid} for no key update
    ), noted as (
      insert into exp_entry (uid, delta, exp_after, reason, cause, created_at)
      select uid, delta, exp + delta, ${reason}, ${cause}, ${created_at} from member cross join gain
      on conflict (uid, cause) do nothing
      returning uid, delta, exp_after
    )
    update users set exp = noted.exp_after from noted where users.uid = noted.uid
    returning noted.delta, noted.exp_after`;

const gained = prepareQuery(
  (_db, each: Params<Gain>) =>
    sql<ExpGain>`with gain as (select ${each.delta}::int as delta), ${gaining(each)}`,
);

/** Adds exp once per cause. */
export async function insertExp(trx: Trx, gain: Gain): Promise<ExpGain | undefined> {
  const [row] = await gained(trx, gain);
  return row;
}

type Daily = Gain & { day: string };

const gainedToday = prepareQuery(
  (_db, each: Params<Daily>) => sql<ExpGain>`
    with gain as (
      insert into daily_exp as today (uid, day, exp)
      values (${each.uid}, ${each.day}, least(${each.delta}::int, ${ENERGIZE_EXP_DAILY_MAX}))
      on conflict (uid, day) do update
         set exp = least(today.exp + excluded.exp, ${ENERGIZE_EXP_DAILY_MAX})
       where today.exp < ${ENERGIZE_EXP_DAILY_MAX}
      returning exp - coalesce((select before.exp from daily_exp before
                                 where before.uid = ${each.uid} and before.day = ${each.day}), 0) as delta
    ), ${gaining(each)}`,
);

/**
 * The same, up to what is left of the day. The member's row must be locked: what the day was before is read as the
 * statement begins. The CHECK of the table is the last guard of the cap.
 */
export async function insertDailyExp(trx: Trx, gain: Daily): Promise<ExpGain | undefined> {
  const [row] = await gainedToday(trx, gain);
  return row;
}

/** True for the one call that wrote the row. */
export async function insertCheckIn(
  trx: Trx,
  uid: number,
  day: string,
  now: Date,
): Promise<boolean> {
  const inserting = trx
    .insertInto('user_checkin')
    .values({ uid, day, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('uid')
    .execute();
  // Never back: two processes may be on either side of midnight for a moment.
  const marking = trx
    .updateTable('users')
    .set({ checked_in_on: day })
    .where('uid', '=', uid)
    .where((eb) => eb.or([eb('checked_in_on', 'is', null), eb('checked_in_on', '<', day)]))
    .execute();
  const [rows] = await Promise.all([inserting, marking]);
  return rows.length > 0;
}

/** All that a member's level page shows, in one round trip. */
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
  const [found] = rows;
  if (!found) throw new Error(`no user ${uid}`);
  return found;
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
  let found = db
    .selectFrom('exp_entry')
    .select(['id', 'delta', 'exp_after', 'reason', 'created_at'])
    .where('uid', '=', uid);
  if (page.after !== undefined) found = found.where('id', '<', page.after);
  return found
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute();
}

export async function createMonthPartitions(trx: Trx, day: string, months: number): Promise<void> {
  await sql`select make_checkin_months(${day}::date, ${months})`.execute(trx);
}
