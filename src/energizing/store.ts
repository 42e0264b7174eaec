import { sql } from 'kysely';
import { FOR_EVERYBODY } from '../blocks/rules.ts';
import { coalescedRead } from '../platform/db/batch/batched-read.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import { type Params, prepareQuery } from '../platform/db/prepared.ts';
import { everyPublicPostQuery } from '../posts/store/shared/visible-posts.ts';
import type { CardRow } from '../users/schema.ts';
import { cardSql } from '../users/store/shared.ts';
import { GIVERS_ENTRIES, GIVERS_SHOWN, POST_CAP } from './rules.ts';

/** The first key of the advisory lock; the second is the author. */
const RECEIVER_LOCK = 37;

type Gift = { post_id: number; uid: number; amount: number; day: string; created_at: Date };

const insertGiftQuery = prepareQuery(
  (_db, { post_id, uid, amount, day, created_at }: Params<Gift>) => sql<{
    id: number;
    total: number;
  }>`
    with added as (
      insert into post_energize_total as current (post_id, uid, total)
      select id, ${uid}::bigint, ${amount}::int from post where id = ${post_id}
      on conflict (post_id, uid) do update set total = current.total + excluded.total
       where current.total + excluded.total <= ${POST_CAP}
      returning total
    ), gift as (
      insert into post_energize (post_id, uid, amount, day, created_at)
      select id, ${uid}::bigint, ${amount}::int, ${day}::date, ${created_at}::timestamptz from post where id = ${post_id}
      returning id
    )
    select gift.id, added.total from gift cross join added`,
);

/**
 * Returns the gift and the member's new total for the post, or nothing if the total would exceed the cap: the caller must then
 * roll back. Writes nothing if the post does not exist, so callers can check the post in the same round trip. Neither insert
 * reads what the other wrote, because Citus would send that to all machines.
 */
export async function insertGift(
  trx: Trx,
  gift: Gift,
): Promise<{ id: number; total: number } | undefined> {
  const [row] = await insertGiftQuery(trx, gift);
  return row;
}

const lockReceiverQuery = prepareQuery(
  (_db, { author_uid }: Params<{ author_uid: number }>) => sql`
    select pg_advisory_xact_lock(${RECEIVER_LOCK}, hashint8(${author_uid}))`,
);

/**
 * Serializes gifts to one author until the transaction ends. When a row lock is released, PostgreSQL wakes all of its
 * waiting transactions, and each reads the newest row version; an advisory lock wakes only the next one. Taken before
 * the accounts, and only by gifts.
 */
export async function lockReceiver(trx: Trx, author_uid: number): Promise<void> {
  await lockReceiverQuery(trx, { author_uid });
}

export async function findTotal(db: Db, postId: number, uid: number): Promise<number> {
  const row = await db
    .selectFrom('post_energize_total')
    .select('total')
    .where('post_id', '=', postId)
    .where('uid', '=', uid)
    .executeTakeFirst();
  return row?.total ?? 0;
}

type GiftsTo = { author: number; since: Date };
export type GiverRow = CardRow & { energy: number };

const topGiversQuery = prepareQuery(
  (db, { author, since }: Params<GiftsTo>) => sql<GiverRow>`
    with given as materialized (
      select gift.uid, gift.post_id, gift.amount
        from (
          select transfer_id, delta, created_at from energy_entry
           where account_id = ${author} order by seq desc limit ${sql.lit(GIVERS_ENTRIES)}
        ) as recent
        -- Only its id finds the transfer: an author has many.
        cross join lateral (
          select from_account as uid, post_id, amount from energy_transfer
           where id = recent.transfer_id and to_account = ${author} and reason = 'energize' offset 0
        ) as gift
       where recent.delta > 0 and recent.created_at >= ${since}
    ), giver as (
      select uid, sum(amount)::int as energy from given
       where post_id in (${everyPublicPostQuery(db, FOR_EVERYBODY)}) group by uid
    )
    select ${cardSql('card')}, giver.energy
      from giver join member_card card on card.uid = giver.uid and card.state = 'active'
     order by giver.energy desc, card.uid limit ${sql.lit(GIVERS_SHOWN)}`,
);

/**
 * Who gave the most to the author's public posts, by the last entries of the author's ledger: the number of rows read
 * does not grow with the number of gifts. Without deleted and banned members.
 */
export const listTopGivers = coalescedRead((db, gifts: GiftsTo) => topGiversQuery(db, gifts));
