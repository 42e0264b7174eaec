import { sql } from 'kysely';
import type { Db, Trx } from '../platform/db/database.ts';
import type { KeysetPage } from '../platform/db/keyset.ts';
import type { ExpReason, Task } from './rules.ts';

/**
 * Adds exp once per cause, on the member's row and in the log, in one statement: the two can never differ.
 * The row is locked before the cause is looked at, so `exp_after` is the exp that stands.
 */
export async function insertExp(
  trx: Trx,
  entry: { uid: number; delta: number; reason: ExpReason; cause: string; created_at: Date },
): Promise<number | undefined> {
  const { uid, delta, reason, cause, created_at } = entry;
  const { rows } = await sql<{ exp_after: number }>`
    with member as (
      select uid, exp from users where uid = ${uid} for no key update
    ), noted as (
      insert into exp_entry (uid, delta, exp_after, reason, cause, created_at)
      select uid, ${delta}::int, exp + ${delta}::int, ${reason}, ${cause}, ${created_at} from member
      on conflict (uid, cause) do nothing
      returning uid, exp_after
    )
    update users set exp = noted.exp_after from noted where users.uid = noted.uid
    returning noted.exp_after`.execute(trx);
  return rows[0]?.exp_after;
}

/** True for the one call that wrote the row. */
export async function insertCheckIn(
  trx: Trx,
  uid: number,
  day: string,
  now: Date,
): Promise<boolean> {
  const rows = await trx
    .insertInto('user_checkin')
    .values({ uid, day, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('uid')
    .execute();
  // Never back: two processes may be on either side of midnight for a moment.
  await trx
    .updateTable('users')
    .set({ checked_in_on: day })
    .where('uid', '=', uid)
    .where((eb) => eb.or([eb('checked_in_on', 'is', null), eb('checked_in_on', '<', day)]))
    .execute();
  return rows.length > 0;
}

/** All that a member's level page shows, in one round trip. */
export async function selectStanding(
  db: Db,
  uid: number,
  day: string,
): Promise<{ exp: number; checked_in_today: boolean; energize_exp_today: number; tasks: Task[] }> {
  const { rows } = await sql<Awaited<ReturnType<typeof selectStanding>>>`
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

export async function selectDailyExp(db: Db, uid: number, day: string): Promise<number> {
  const row = await db
    .selectFrom('daily_exp')
    .select('exp')
    .where('uid', '=', uid)
    .where('day', '=', day)
    .executeTakeFirst();
  return row?.exp ?? 0;
}

/** The CHECK of the table is the last guard of the cap. */
export async function addDailyExp(trx: Trx, uid: number, day: string, exp: number): Promise<void> {
  await trx
    .insertInto('daily_exp')
    .values({ uid, day, exp })
    .onConflict((conflict) =>
      conflict
        .columns(['uid', 'day'])
        .doUpdateSet((eb) => ({ exp: eb('daily_exp.exp', '+', eb.ref('excluded.exp')) })),
    )
    .execute();
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

export async function makeMonths(trx: Trx, day: string, months: number): Promise<void> {
  await sql`select make_checkin_months(${day}::date, ${months})`.execute(trx);
}
