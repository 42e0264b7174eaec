import { sql } from 'kysely';
import { CHECKIN_ENERGY, CHECKIN_EXP, ENERGIZE_EXP_DAILY_MAX } from '../../levels/rules.ts';
import type { Trx } from '../../platform/db/database.ts';
import { LEVEL_EXP } from '../../users/rules.ts';
import {
  type CheckGroup,
  createComparison,
  createInspection,
  filterByOwner,
  type Only,
} from './check.ts';
import { rewriteCard } from './people.ts';

/** D9 */
const SHANGHAI_DAY = sql`(created_at at time zone 'Asia/Shanghai')::date`;

function selectActualExp(only: Only) {
  return sql`select uid, sum(delta) as exp from exp_entry where ${only('uid')} group by uid`;
}

export const EXP: CheckGroup = {
  checks: [
    createComparison({
      name: 'exp',
      invariant: 'I9',
      title: 'the exp of every member is the sum of its log',
      key: ['uid'],
      owner: ['uid'],
      subject: sql`'user ' || uid`,
      values: ['exp'],
      stored: (only) => sql`select uid, exp from users where ${only('uid')}`,
      actual: selectActualExp,
      absent: 'differs',
    }),
  ],
  repair: {
    lock: lockMember,
    rewrite: async (trx, [uid = 0]) => {
      // The card follows at once: as a difference of its own it would be found after the repair.
      await sql`
        update users set exp = coalesce((select exp from (${selectActualExp(filterByOwner([uid]))}) as actual), 0)
         where uid = ${uid}`.execute(trx);
      await rewriteCard(trx, [uid]);
    },
  },
};

function selectActualDailyExp(only: Only) {
  return sql`
    select uid, ${SHANGHAI_DAY} as day, sum(delta) as exp from exp_entry
     where reason = 'energize' and ${only('uid')} group by uid, ${SHANGHAI_DAY}`;
}

export const DAILY_EXP: CheckGroup = {
  checks: [
    createComparison({
      name: 'daily exp',
      invariant: 'I5',
      title: 'what energizing earned on every day is the sum of its log, and within the cap',
      key: ['uid', 'day'],
      owner: ['uid'],
      subject: sql`'user ' || uid || ' on ' || day`,
      values: ['exp'],
      stored: (only) => sql`select uid, day, exp from daily_exp where ${only('uid')}`,
      actual: selectActualDailyExp,
      absent: 'means zero',
    }),
  ],
  repair: {
    lock: lockMember,
    rewrite: async (trx, [uid = 0]) => {
      // A total above the cap cannot be stored, and is left for a person.
      await sql`
        insert into daily_exp (uid, day, exp)
        select ${uid}, day, least(sum(exp), ${ENERGIZE_EXP_DAILY_MAX})
          from (
            select day, exp from (${selectActualDailyExp(filterByOwner([uid]))}) as actual
            union all
            select day, 0 from daily_exp where uid = ${uid}
          ) as earned
         group by day
        on conflict (uid, day) do update set exp = excluded.exp where daily_exp.exp <> excluded.exp`.execute(
        trx,
      );
    },
  },
};

export const LAST_CHECK_INS: CheckGroup = {
  checks: [
    createComparison({
      name: 'last check-ins',
      invariant: 'I6',
      title: 'the day every member is known to have checked in on is their newest',
      key: ['uid'],
      owner: ['uid'],
      subject: sql`'user ' || uid`,
      values: ['day'],
      // A day as a number: 20261115.
      stored: (only) => sql`
        select uid, to_char(checked_in_on, 'YYYYMMDD')::int as day from users
         where checked_in_on is not null and ${only('uid')}`,
      actual: (only) => sql`
        select uid, to_char(max(day), 'YYYYMMDD')::int as day from user_checkin
         where ${only('uid')} group by uid`,
      absent: 'means zero',
    }),
  ],
  repair: {
    lock: lockMember,
    rewrite: async (trx, [uid = 0]) => {
      await sql`
        update users set checked_in_on = (select max(day) from user_checkin where uid = ${uid})
         where uid = ${uid}`.execute(trx);
    },
  },
};

/** Every award of exp locks the member's row first. */
async function lockMember(trx: Trx, [uid = 0]: number[]): Promise<void> {
  await sql`select from users where uid = ${uid} for no key update`.execute(trx);
}

/** Reported only: a program must not change the logs. */
export const EXP_LOG: CheckGroup = {
  checks: [
    createInspection({
      name: 'exp log',
      invariant: 'I9',
      title: 'every gain of exp follows from the one before it',
      key: ['uid', 'id'],
      subject: sql`'exp entry ' || id || ' of user ' || uid`,
      values: ['exp_after'],
      rows: () => sql`
        select uid, id, exp_after,
               lag(exp_after, 1, 0) over (partition by uid order by id) + delta as right_exp_after
          from exp_entry`,
    }),
    // Unique per level by their cause (D41). Missing ones cannot be detected, because members delete notifications.
    createInspection({
      name: 'level-ups',
      invariant: 'I9',
      title: 'no member was notified of a level they have not reached',
      key: ['uid', 'level'],
      subject: sql`'notification of level ' || level || ' to user ' || uid`,
      values: ['exp'],
      rows: () => sql`
        select uid, level, exp, greatest(exp, start) as right_exp
          from users join (
            select uid, (payload ->> 'level')::int as level from notification where kind = 'level_up'
          ) as level_up using (uid)
          join unnest(${[...LEVEL_EXP]}::int[]) with ordinality as threshold (start, position) on position = level + 1`,
    }),
  ],
};

/** Reported only, as the logs are. */
export const CHECK_INS: CheckGroup = {
  checks: [
    createInspection({
      name: 'check-ins',
      invariant: 'I6',
      title: 'every check-in earned its exp and its energy once, and nothing else did',
      key: ['uid', 'day'],
      owner: ['uid'],
      subject: sql`'check-in of user ' || uid || ' on ' || day`,
      values: ['check_ins', 'energy', 'exp'],
      rows: (only) => sql`
        select uid, day, sum(check_ins) as check_ins, 1 as right_check_ins, sum(energy) as energy,
               ${sql.lit(CHECKIN_ENERGY)} as right_energy, sum(exp) as exp, ${sql.lit(CHECKIN_EXP)} as right_exp
          from (
            select uid, day, 1 as check_ins, 0 as energy, 0 as exp from user_checkin where ${only('uid')}
            union all
            select to_account, ${SHANGHAI_DAY}, 0, amount, 0 from energy_transfer
             where reason = 'checkin' and ${only('to_account')}
            union all
            select uid, ${SHANGHAI_DAY}, 0, 0, delta from exp_entry where reason = 'checkin' and ${only('uid')}
          ) as earned
         group by uid, day`,
    }),
  ],
  lock: lockMember,
};
