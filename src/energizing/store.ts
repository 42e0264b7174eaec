import { sql } from 'kysely';
import type { Db, Trx } from '../platform/db/database.ts';
import { POST_CAP } from './rules.ts';

/** What the member has given to the post with this; nothing where it would be more than the cap. */
export async function addToTotal(
  trx: Trx,
  postId: number,
  uid: number,
  amount: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ total: number }>`
    insert into post_energize_total as given (post_id, uid, total) values (${postId}, ${uid}, ${amount})
    on conflict (post_id, uid) do update set total = given.total + excluded.total
     where given.total + excluded.total <= ${POST_CAP}
    returning total`.execute(trx);
  return rows[0]?.total;
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

export async function insertEnergize(
  trx: Trx,
  energize: { post_id: number; uid: number; amount: number; day: string; created_at: Date },
): Promise<number> {
  const { id } = await trx
    .insertInto('post_energize')
    .values(energize)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
