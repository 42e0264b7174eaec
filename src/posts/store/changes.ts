import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { allowPauses } from '../../platform/db/transaction.ts';

/** The class of the advisory locks on changed posts; any number that no other lock uses. */
const LOCK_CLASS = 44;

/**
 * The oldest changes, and their posts. Several workers may take changes at once, but never of the same post: one that
 * read the post earlier could otherwise write what it read later.
 */
export async function takeChanges(
  trx: Trx,
  limit: number,
): Promise<{ id: number; post_id: number }[]> {
  await allowPauses(trx);
  const { rows } = await sql<{ id: number; post_id: number }>`
    with oldest as materialized (
      select id, post_id from post_change order by id limit ${limit} for update skip locked
    )
    select id, post_id from oldest
     where pg_try_advisory_xact_lock(${LOCK_CLASS}, hashint8(post_id))`.execute(trx);
  return rows;
}

export async function deleteChanges(trx: Trx, ids: number[]): Promise<void> {
  await trx.deleteFrom('post_change').where('id', 'in', ids).execute();
}
