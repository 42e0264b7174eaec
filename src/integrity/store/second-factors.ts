import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import {
  type CheckGroup,
  createComparison,
  createInspection,
  filterByOwner,
  type Only,
} from './check.ts';

function selectMarks(only: Only) {
  return sql`
    select uid, second_factor::integer as second_factor from users where ${only('uid')}`;
}

function selectActualMarks(only: Only) {
  return sql`
    select uid, (totp_secret is not null or passkey_step)::integer as second_factor
      from second_factor where ${only('uid')}`;
}

/** The guards read the mark with every session. */
export const SECOND_FACTORS: CheckGroup = {
  checks: [
    createComparison({
      name: 'second factors',
      invariant: 'D64',
      title: 'the mark of every user equals their second factors',
      key: ['uid'],
      owner: ['uid'],
      subject: sql`'user ' || uid`,
      values: ['second_factor'],
      stored: selectMarks,
      actual: selectActualMarks,
      absent: 'differs',
    }),
  ],
  repair: { lock: lockUser, rewrite: rewriteMark },
};

async function lockUser(trx: Trx, [uid = 0]: number[]): Promise<void> {
  await sql`select from users where uid = ${uid} for no key update`.execute(trx);
}

async function rewriteMark(trx: Trx, owner: number[]): Promise<void> {
  const only = filterByOwner(owner);
  await sql`
    update users set second_factor = exists (
      select from second_factor as own
       where own.uid = users.uid and (own.totp_secret is not null or own.passkey_step))
     where ${only('users.uid')}`.execute(trx);
}

/** Reported only: a person must find out how to let the member in. */
export const WAYS_IN: CheckGroup = {
  checks: [
    createInspection({
      name: 'ways in',
      invariant: 'D64',
      title: 'every member can log in by something: a password, a passkey or another provider',
      key: ['uid'],
      subject: sql`'user ' || uid`,
      values: ['ways_in'],
      // Members with a password need no look-up.
      rows: () => sql`
        select uid, ways_in, greatest(ways_in, 1) as right_ways_in from (
          select users.uid, (select count(*) from passkey where passkey.uid = users.uid) as ways_in
            from users where purged_at is null and password_hash is null) as without_password`,
    }),
  ],
};
