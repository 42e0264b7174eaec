import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { allowPauses } from '../../platform/db/transaction.ts';

/** The class of the advisory locks on changed posts, as in `posts/store/changes.ts`. */
const LOCK_CLASS = sql.lit(44);

/** Undefined if it has ended, another process does it, or older posts still wait for their search index or language. */
export async function lockBackfill(trx: Trx): Promise<{ after_id: number } | undefined> {
  await allowPauses(trx);
  const { rows } = await sql<{ after_id: number }>`
    select after_id from related_backfill
     where not exists (select from search_backfill where kind = 'post')
       and not exists (select from language_backfill where kind = 'post')
       for update skip locked`.execute(trx);
  return rows[0];
}

/** Waits for a worker that has read one of them already: it must not write later what it read before. */
export async function lockPostsAfter(trx: Trx, after: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with next as materialized (select id from post where id > ${after} order by id limit ${limit})
    select id, pg_advisory_xact_lock(${LOCK_CLASS}, hashint8(id)) from next order by id`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

export async function advanceBackfill(trx: Trx, id: number): Promise<void> {
  await trx.updateTable('related_backfill').set({ after_id: id }).execute();
}

export async function deleteBackfill(trx: Trx): Promise<void> {
  await trx.deleteFrom('related_backfill').execute();
}

export type BackfillProgress = { done: number; last: number };

export async function selectBackfill(db: Db): Promise<BackfillProgress | undefined> {
  const { rows } = await sql<BackfillProgress>`
    select after_id as done, (select coalesce(max(id), 0) from post) as last from related_backfill`.execute(
    db,
  );
  return rows[0];
}
