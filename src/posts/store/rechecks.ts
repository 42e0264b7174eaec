import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';

/** How many rows of a tag one step reads, however few of them it finds. */
const STEP = 500;

/** Up to `limit`. */
export async function countWaitingChanges(trx: Trx, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (select from post_change limit ${limit}) as waiting`.execute(trx);
  return rows[0]?.count ?? 0;
}

export async function hasRechecks(db: Db): Promise<boolean> {
  const row = await db.selectFrom('tag_recheck').select('id').limit(1).executeTakeFirst();
  return row !== undefined;
}

/** The oldest that no other worker has. */
export function lockRecheck(trx: Trx) {
  return trx
    .selectFrom('tag_recheck')
    .select(['id', 'tag_id', 'chosen'])
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

type Recheck = NonNullable<Awaited<ReturnType<typeof lockRecheck>>>;

/** Copies the next posts of the tag to the changed ones; the row is deleted after the last. */
export async function stepRecheck(trx: Trx, recheck: Recheck, limit: number): Promise<void> {
  await sql`
    with step as materialized (
      select post_id, published_at from post_tag
       where tag_id = ${recheck.tag_id} and (published_at, post_id) < (
         select published_at, post_id from tag_recheck where id = ${recheck.id})
       order by published_at desc, post_id desc limit ${recheck.chosen ? STEP : limit}
    ), found as (
      insert into post_change (post_id)
      select post_id from step
       where ${recheck.chosen}::bigint[] is null
          or exists (select from post where post.id = step.post_id and post.tag_ids && ${recheck.chosen})
    ), last as (
      select post_id, published_at from step order by published_at, post_id limit 1
    ), moved as (
      update tag_recheck set published_at = last.published_at, post_id = last.post_id from last
       where tag_recheck.id = ${recheck.id}
    )
    delete from tag_recheck where id = ${recheck.id} and not exists (select from step)`.execute(
    trx,
  );
}
