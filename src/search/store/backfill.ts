import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { allowPauses } from '../../platform/db/transaction.ts';

export type SearchKind = 'post' | 'person' | 'tag';

/** Where the ids are, and the class of the advisory locks that changes of these rows take. */
const SOURCES: Record<SearchKind, { ids: RawBuilder<unknown>; lock: number }> = {
  post: { ids: sql`select id from post`, lock: 44 },
  person: { ids: sql`select uid as id from users`, lock: 45 },
  tag: { ids: sql`select id from tag`, lock: 45 },
};

/** The first unfinished one, unless another process has it. */
export async function lockBackfill(
  trx: Trx,
  order: SearchKind[],
): Promise<{ kind: SearchKind; after_id: number } | undefined> {
  await allowPauses(trx);
  const { rows } = await sql<{ kind: SearchKind; after_id: number }>`
    select kind, after_id from search_backfill order by array_position(${order}::text[], kind) limit 1
       for update skip locked`.execute(trx);
  return rows[0];
}

/** Waits for a worker that has read one of them already: it must not write later what it read before. */
export async function lockIdsAfter(
  trx: Trx,
  kind: SearchKind,
  after: number,
  limit: number,
): Promise<number[]> {
  const { ids, lock } = SOURCES[kind];
  const { rows } = await sql<{ id: number }>`
    with next as materialized (
      select id from (${ids}) as source where id > ${after} order by id limit ${limit}
    )
    select id, pg_advisory_xact_lock(${sql.lit(lock)}, hashint8(id)) from next order by id`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

export async function advanceBackfill(trx: Trx, kind: SearchKind, id: number): Promise<void> {
  await trx.updateTable('search_backfill').set({ after_id: id }).where('kind', '=', kind).execute();
}

export async function deleteBackfill(trx: Trx, kind: SearchKind): Promise<void> {
  await trx.deleteFrom('search_backfill').where('kind', '=', kind).execute();
}

export async function insertBackfill(
  trx: Trx,
  kinds: SearchKind[],
  restart: boolean,
): Promise<void> {
  await sql`
    insert into search_backfill (kind) select unnest(${kinds}::text[])
    on conflict (kind) do update set after_id = case when ${restart}::boolean then 0 else search_backfill.after_id end`.execute(
    trx,
  );
}

export async function listBackfill(db: Db): Promise<{ kind: SearchKind; after_id: number }[]> {
  const rows = await db.selectFrom('search_backfill').select(['kind', 'after_id']).execute();
  return rows as { kind: SearchKind; after_id: number }[];
}

export async function countLastIds(db: Db): Promise<Record<SearchKind, number>> {
  const { rows } = await sql<Record<SearchKind, number>>`
    select (select coalesce(max(id), 0) from post) as post, (select coalesce(max(uid), 0) from users) as person,
           (select coalesce(max(id), 0) from tag) as tag`.execute(db);
  return rows[0] ?? { post: 0, person: 0, tag: 0 };
}
