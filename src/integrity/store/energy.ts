import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { type CheckGroup, createComparison, createInspection } from './check.ts';

export const BALANCES: CheckGroup = {
  checks: [
    createComparison({
      name: 'energy balances',
      invariant: 'I1',
      title: 'the balance of every member is the sum of their entries',
      key: ['uid'],
      owner: ['uid'],
      subject: sql`'user ' || uid`,
      values: ['balance', 'entries'],
      stored: (only) => sql`select uid, balance, entries from energy_account where ${only('uid')}`,
      actual: (only) => sql`
        select account_id as uid, sum(delta) as balance, count(*) as entries from energy_entry
         where account_id > 0 and ${only('account_id')} group by account_id`,
      absent: 'differs',
    }),
  ],
  repair: {
    lock: async (trx, [uid = 0]) => {
      await sql`select from energy_account where uid = ${uid} for no key update`.execute(trx);
    },
    rewrite: rewriteBalance,
  },
};

async function rewriteBalance(trx: Trx, [uid = 0]: number[]): Promise<void> {
  await sql`
    insert into energy_account (uid, balance, entries)
    select ${uid}, coalesce(sum(delta), 0), count(*) from energy_entry where account_id = ${uid}
    on conflict (uid) do update set balance = excluded.balance, entries = excluded.entries`.execute(
    trx,
  );
}

/** Reported only: a program must not change the ledger. */
export const LEDGER: CheckGroup = {
  checks: [
    // Every entry has a transfer, so transfers that cancel out also imply a total of zero (D38).
    createInspection({
      name: 'energy transfers',
      invariant: 'I3',
      title: 'every transfer has two entries: its amount from one account and to the other',
      key: ['id'],
      subject: sql`'transfer ' || id`,
      values: ['sides', 'taken', 'given'],
      rows: () => sql`
        select transfer.id, count(entry.transfer_id) as sides, 2 as right_sides,
               coalesce(sum(entry.delta) filter (where account_id = from_account), 0) as taken,
               -transfer.amount as right_taken,
               coalesce(sum(entry.delta) filter (where account_id = to_account), 0) as given,
               transfer.amount as right_given
          from energy_transfer as transfer left join energy_entry as entry on entry.transfer_id = transfer.id
         group by transfer.id`,
    }),
    createInspection({
      name: 'energy entries',
      invariant: 'I2',
      title:
        'the entries of every member follow each other without a gap, each from the balance before it',
      key: ['account_id', 'seq'],
      subject: sql`'entry ' || seq || ' of user ' || account_id`,
      values: ['previous', 'balance_after'],
      rows: () => sql`
        select account_id, seq, seq - 1 as previous, lag(seq, 1, 0::bigint) over steps as right_previous,
               balance_after, lag(balance_after, 1, 0::bigint) over steps + delta as right_balance_after
          from energy_entry where account_id > 0
        window steps as (partition by account_id order by seq)`,
    }),
    createInspection({
      name: 'spending',
      invariant: 'I10',
      title: 'no member energized or renamed from below zero',
      key: ['account_id', 'seq'],
      subject: sql`'entry ' || seq || ' of user ' || account_id`,
      values: ['balance_before'],
      rows: () => sql`
        select entry.account_id, entry.seq, balance_after - delta as balance_before,
               greatest(balance_after - delta, 0) as right_balance_before
          from energy_transfer as transfer
          join energy_entry as entry on entry.transfer_id = transfer.id and entry.account_id = from_account
         where transfer.reason in ('energize', 'rename') and from_account > 0`,
    }),
  ],
};
