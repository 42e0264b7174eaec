import { sql } from 'kysely';
import { CHECKIN_ENERGY, CHECKIN_EXP, ENERGIZE_EXP_DAILY_MAX } from '../../levels/rules.ts';
import type { Trx } from '../../platform/db/database.ts';
import { LEVEL_EXP } from '../../users/rules.ts';
import { type Audit, compare, inspect, type Only, ownedBy } from './check.ts';

/** D9 */
const SHANGHAI_DAY = sql`(created_at at time zone 'Asia/Shanghai')::date`;

function actualExp(only: Only) {
  return sql`select uid, sum(delta) as exp from exp_entry where ${only('uid')} group by uid`;
}

export const EXP: Audit = {
  checks: [
    compare({
      name: 'exp',
      invariant: 'I9',
      title: 'the exp of every member is the sum of its log',
      key: ['uid'],
      owner: ['uid'],
      subject: sql`'user ' || uid`,
      figures: ['exp'],
      stored: (only) => sql`select uid, exp from users where ${only('uid')}`,
      actual: actualExp,
      absent: 'differs',
    }),
  ],
  repair: {
    lock: lockMember,
    rewrite: async (trx, [uid = 0]) => {
      await sql`
        update users set exp = coalesce((select exp from (${actualExp(ownedBy([uid]))}) as actual), 0)
         where uid = ${uid}`.execute(trx);
    },
  },
};

function actualDailyExp(only: Only) {
  return sql`
    select uid, ${SHANGHAI_DAY} as day, sum(delta) as exp from exp_entry
     where reason = 'energize' and ${only('uid')} group by uid, ${SHANGHAI_DAY}`;
}

export const DAILY_EXP: Audit = {
  checks: [
    compare({
      name: 'daily exp',
      invariant: 'I5',
      title: 'what energizing earned on every day is the sum of its log, and within the cap',
      key: ['uid', 'day'],
      owner: ['uid'],
      subject: sql`'user ' || uid || ' on ' || day`,
      figures: ['exp'],
      stored: (only) => sql`select uid, day, exp from daily_exp where ${only('uid')}`,
      actual: actualDailyExp,
      absent: 'means zero',
    }),
  ],
  repair: {
    lock: lockMember,
    rewrite: async (trx, [uid = 0]) => {
      // More than the cap cannot be kept, and stays for a person to look at.
      await sql`
        insert into daily_exp (uid, day, exp)
        select ${uid}, day, least(sum(exp), ${ENERGIZE_EXP_DAILY_MAX})
          from (
            select day, exp from (${actualDailyExp(ownedBy([uid]))}) as actual
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

export const LAST_CHECK_INS: Audit = {
  checks: [
    compare({
      name: 'last check-ins',
      invariant: 'I6',
      title: 'the day every member is known to have checked in on is their newest',
      key: ['uid'],
      owner: ['uid'],
      subject: sql`'user ' || uid`,
      figures: ['day'],
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

/** All that earns locks the member's row first. */
async function lockMember(trx: Trx, [uid = 0]: number[]): Promise<void> {
  await sql`select from users where uid = ${uid} for no key update`.execute(trx);
}

/** What happened is not for a program to change: the logs are only reported. */
export const EXP_LOG: Audit = {
  checks: [
    inspect({
      name: 'exp log',
      invariant: 'I9',
      title: 'every gain of exp follows from the one before it',
      key: ['uid', 'id'],
      subject: sql`'exp entry ' || id || ' of user ' || uid`,
      figures: ['exp_after'],
      rows: () => sql`
        select uid, id, exp_after,
               lag(exp_after, 1, 0) over (partition by uid order by id) + delta as right_exp_after
          from exp_entry`,
    }),
    // One per level is unique by its cause (D41). That none is missing cannot be asked: people delete notices.
    inspect({
      name: 'level-ups',
      invariant: 'I9',
      title: 'nobody was told of a level they have not reached',
      key: ['uid', 'level'],
      subject: sql`'notice of level ' || level || ' to user ' || uid`,
      figures: ['exp'],
      rows: () => sql`
        select uid, level, exp, greatest(exp, start) as right_exp
          from users join (
            select uid, (payload ->> 'level')::int as level from notification where kind = 'level_up'
          ) as told using (uid)
          join unnest(${[...LEVEL_EXP]}::int[]) with ordinality as reached (start, place) on place = level + 1`,
    }),
    inspect({
      name: 'check-ins',
      invariant: 'I6',
      title: 'every check-in earned its exp and its energy once, and nothing else did',
      key: ['uid', 'day'],
      subject: sql`'check-in of user ' || uid || ' on ' || day`,
      figures: ['check_ins', 'energy', 'exp'],
      rows: () => sql`
        select uid, day, sum(check_ins) as check_ins, 1 as right_check_ins, sum(energy) as energy,
               ${sql.lit(CHECKIN_ENERGY)} as right_energy, sum(exp) as exp, ${sql.lit(CHECKIN_EXP)} as right_exp
          from (
            select uid, day, 1 as check_ins, 0 as energy, 0 as exp from user_checkin
            union all
            select to_account, ${SHANGHAI_DAY}, 0, amount, 0 from energy_transfer where reason = 'checkin'
            union all
            select uid, ${SHANGHAI_DAY}, 0, 0, delta from exp_entry where reason = 'checkin'
          ) as earned
         group by uid, day`,
    }),
  ],
};
