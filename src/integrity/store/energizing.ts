import { sql } from 'kysely';
import { POST_CAP } from '../../energizing/rules.ts';
import { type CheckGroup, createComparison, filterByOwner, type Only } from './check.ts';

function selectActualGiven(only: Only) {
  return sql`
    select post_id, uid, sum(amount) as total from post_energize
     where ${only('post_id', 'uid')} group by post_id, uid`;
}

export const GIVEN: CheckGroup = {
  checks: [
    createComparison({
      name: 'energize totals',
      invariant: 'I4',
      title: 'what every member gave to a post is the sum of its log, and within the cap',
      key: ['post_id', 'uid'],
      owner: ['post_id', 'uid'],
      subject: sql`'energy of user ' || uid || ' for post ' || post_id`,
      values: ['total'],
      stored: (only) =>
        sql`select post_id, uid, total from post_energize_total where ${only('post_id', 'uid')}`,
      actual: selectActualGiven,
      absent: 'means zero',
    }),
  ],
  repair: {
    // Energizing locks the giver's row first.
    lock: async (trx, [, uid = 0]) => {
      await sql`select from users where uid = ${uid} for no key update`.execute(trx);
    },
    rewrite: async (trx, owner) => {
      // A total above the cap cannot be stored, and is left for a person.
      await sql`
        insert into post_energize_total (post_id, uid, total)
        select post_id, uid, least(total, ${POST_CAP}) from (${selectActualGiven(filterByOwner(owner))}) as actual
        on conflict (post_id, uid) do update set total = excluded.total`.execute(trx);
    },
  },
};

/** Reported only: a program must not change the log. */
export const ENERGIZE_LOG: CheckGroup = {
  checks: [
    createComparison({
      name: 'energize log',
      invariant: 'I4',
      title:
        'every energize is a transfer from its giver to the author of its post, and the other way round',
      key: ['cause'],
      subject: sql`cause`,
      values: ['post_id', 'giver', 'author', 'amount'],
      stored: () => sql`
        select 'energize:' || given.id as cause, given.post_id, given.uid as giver, post.author_uid as author,
               given.amount
          from post_energize as given join post on post.id = given.post_id`,
      actual: () => sql`
        select cause, post_id, from_account as giver, to_account as author, amount
          from energy_transfer where reason = 'energize'`,
      absent: 'means zero',
    }),
  ],
};
