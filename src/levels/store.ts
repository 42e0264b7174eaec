import { sql } from 'kysely';
import type { Db, Trx } from '../platform/db/database.ts';
import type { KeysetPage } from '../platform/db/keyset.ts';
import { type Params, prepareQuery } from '../platform/db/prepared.ts';
import { ENERGIZE_EXP_DAILY_MAX, type ExpReason, type Task } from './rules.ts';

type Gain = { uid: number; delta: number; reason: ExpReason; cause: string; created_at: Date };
export type ExpGain = { delta: number; exp_after: number };

/**
 * The rest of a statement that defines a CTE named `gain` (delta). Updates the member's row and the log in one statement,
 * so that the two cannot differ. It locks the row before it checks the cause, so `exp_after` is the current exp.
 */
const addExpSql = ({ uid, reason, cause, created_at }: Params<Gain>) =>
  sql<ExpGain>`
    member as (
      select uid, exp from users where uid = ${uid} for no key update
    ), logged as (
      insert into exp_entry (uid, delta, exp_after, reason, cause, created_at)
      select uid, delta, exp + delta, ${reason}, ${cause}, ${created_at} from member cross join gain
      on conflict (uid, cause) do nothing
      returning uid, delta, exp_after
    )
    update users set exp = logged.exp_after from logged where users.uid = logged.uid
    returning logged.delta, logged.exp_after`;

const insertExpQuery = prepareQuery(
  (_db, each: Params<Gain>) =>
    sql<ExpGain>`with gain as (select ${each.delta}::int as delta), ${addExpSql(each)}`,
);

/** Adds exp once per cause. */
export async function insertExp(trx: Trx, gain: Gain): Promise<ExpGain | undefined> {
  const [row] = await insertExpQuery(trx, gain);
  return row;
}

type DailyGain = Gain & { day: string };

const insertDailyExpQuery = prepareQuery(
  (_db, each: Params<DailyGain>) => sql<ExpGain>`
    with gain as (
      insert into daily_exp as today (uid, day, exp)
      values (${each.uid}, ${each.day}, least(${each.delta}::int, ${ENERGIZE_EXP_DAILY_MAX}))
      on conflict (uid, day) do update
         set exp = least(today.exp + excluded.exp, ${ENERGIZE_EXP_DAILY_MAX})
       where today.exp < ${ENERGIZE_EXP_DAILY_MAX}
      returning exp - coalesce((select before.exp from daily_exp before
                                 where before.uid = ${each.uid} and before.day = ${each.day}), 0) as delta
    ), ${addExpSql(each)}`,
);

/**
 * The same, up to the day's maximum. The member's row must be locked, because the statement reads the day's exp from its
 * snapshot. The table's CHECK constraint is the last guard of the maximum.
 */
export async function insertDailyExp(trx: Trx, gain: DailyGain): Promise<ExpGain | undefined> {
  const [row] = await insertDailyExpQuery(trx, gain);
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
