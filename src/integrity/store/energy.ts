import { sql } from 'kysely';
import { BURNT, MINT } from '../../energy/rules.ts';
import type { Trx } from '../../platform/db/database.ts';
import { type CheckGroup, createComparison, createInspection } from './check.ts';

const COLUMNS = sql`account_id, seq, transfer_id, delta, balance_after, created_at`;
const EVERY_ENTRY = sql`(
  select ${COLUMNS} from energy_entry union all select ${COLUMNS} from energy_entry_archive
)`;

/** What a balance is the sum of: the archived entries as one number, and the others. */
const ENTRIES_AND_OPENINGS = sql`
  select account_id as uid, delta, 1 as entries from energy_entry
  union all
  select uid, balance, seq from energy_opening`;

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
        select uid, sum(delta) as balance, sum(entries) as entries from (${ENTRIES_AND_OPENINGS}) as part
         where ${only('uid')} group by uid`,
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
    select ${uid}, coalesce(sum(delta), 0), coalesce(sum(entries), 0) from (${ENTRIES_AND_OPENINGS}) as part where uid = ${uid}
    on conflict (uid) do update set balance = excluded.balance, entries = excluded.entries`.execute(
    trx,
  );
}

/** Reported only: a program must not change the ledger. */
export const LEDGER: CheckGroup = {
  checks: [
    // The other side of a transfer is the site's, and the transfer states it: the two cancel out.
    createInspection({
      name: 'energy transfers',
      invariant: 'I3',
      title:
        'every transfer has an entry for each member in it, with its amount, and every entry has a transfer',
      key: ['id'],
      subject: sql`'transfer ' || id`,
      values: ['entries', 'taken', 'given'],
      rows: () => sql`
        select coalesce(transfer.id, entry.transfer_id) as id, count(entry.transfer_id) as entries,
               coalesce((from_account > 0)::int + (to_account > 0)::int, 0) as right_entries,
               coalesce(sum(delta) filter (where account_id = from_account), 0) as taken,
               case when from_account > 0 then -amount else 0 end as right_taken,
               coalesce(sum(delta) filter (where account_id = to_account), 0) as given,
               case when to_account > 0 then amount else 0 end as right_given
          from energy_transfer as transfer full join ${EVERY_ENTRY} as entry on entry.transfer_id = transfer.id
         group by coalesce(transfer.id, entry.transfer_id), from_account, to_account, amount`,
    }),
    createComparison({
      name: 'energy openings',
      invariant: 'I1',
      title: 'what the archived entries of every member add up to is their sum',
      key: ['uid'],
      subject: sql`'user ' || uid`,
      values: ['balance', 'last'],
      stored: () => sql`select uid, balance, seq as last from energy_opening`,
      actual: () => sql`
        select account_id as uid, sum(delta) as balance, count(*) as last from energy_entry_archive group by 1`,
      absent: 'means zero',
    }),
    createComparison({
      name: 'energy supply',
      invariant: 'I3',
      title:
        'members have what the mint, burnt energy and escrow gave them, less what they got back',
      key: ['account'],
      subject: sql`case account when ${sql.lit(MINT)} then 'mint' when ${sql.lit(BURNT)} then 'burnt' else 'escrow' end`,
      values: ['given'],
      stored: () => sql`
        select least(from_account, to_account) as account, sum(delta) as given
          from energy_transfer as transfer join ${EVERY_ENTRY} as entry on entry.transfer_id = transfer.id
         where least(from_account, to_account) < 0 group by 1`,
      actual: () => sql`
        select least(from_account, to_account) as account, sum(case when from_account < 0 then amount else -amount end) as given
          from energy_transfer where sign(from_account) <> sign(to_account) group by 1`,
      absent: 'means zero',
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
          from ${EVERY_ENTRY} as entry
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
          join ${EVERY_ENTRY} as entry on entry.transfer_id = transfer.id and entry.account_id = from_account
         where transfer.reason in ('energize', 'rename') and from_account > 0`,
    }),
  ],
};
