import { sql } from 'kysely';
import type { Db, Trx } from '../platform/db/database.ts';
import { type Params, prepareQuery } from '../platform/db/prepared.ts';
import { POST_CAP } from './rules.ts';

/** The kind of lock; under it, whose turn it is. */
const TURN = 37;

type Gift = { post_id: number; uid: number; amount: number; day: string; created_at: Date };

const insertGift = prepareQuery(
  (_db, { post_id, uid, amount, day, created_at }: Params<Gift>) => sql<{
    id: number;
    total: number;
  }>`
    with given as (
      insert into post_energize_total as given (post_id, uid, total)
      select id, ${uid}::bigint, ${amount}::int from post where id = ${post_id}
      on conflict (post_id, uid) do update set total = given.total + excluded.total
       where given.total + excluded.total <= ${POST_CAP}
      returning total
    ), made as (
      insert into post_energize (post_id, uid, amount, day, created_at)
      select ${post_id}, ${uid}, ${amount}, ${day}, ${created_at} from given
      returning id
    )
    select made.id, given.total from made cross join given`,
);

/**
 * The gift, and what the member has given to the post with it; nothing is written where that would be more than the
 * cap, or where there is no post: who asks whether there is one need not wait for the answer.
 */
export async function insertEnergize(
  trx: Trx,
  gift: Gift,
): Promise<{ id: number; total: number } | undefined> {
  const [row] = await insertGift(trx, gift);
  return row;
}

const turn = prepareQuery(
  (_db, { author_uid }: Params<{ author_uid: number }>) => sql`
    select pg_advisory_xact_lock(${TURN}, hashint8(${author_uid}))`,
);

/**
 * Until the transaction ends nobody else gives to this author. A hundred who wait for one row are all woken by each who
 * is done with it, to look for its newest version; of a hundred who wait for a turn one is. Taken before the accounts,
 * and by gifts alone.
 */
export async function lockGiver(trx: Trx, author_uid: number): Promise<void> {
  await turn(trx, { author_uid });
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
