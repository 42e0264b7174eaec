import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';

/** `by_member`: the same thing of this member; only the first one of theirs counts. */
export type Occurrence = { hash: Buffer; by_member: Buffer | null };
type Count = { hash: Buffer; times: number };
type Counting = { hashes: Buffer[]; by_member: (Buffer | null)[]; now: Date; expired: Date };

const countQuery = prepareQuery(
  (_db, { hashes, by_member, now, expired }: Params<Counting>) => sql<Count>`
    with asked as materialized (
      select hash, by_member from unnest(${hashes}::bytea[], ${by_member}::bytea[]) as asked (hash, by_member)
    ), firsts as (
      insert into repetition (hash, times, since)
      select by_member, 1, ${now}::timestamptz from asked where by_member is not null order by by_member
      on conflict (hash) do update set since = excluded.since where repetition.since <= ${expired}::timestamptz
      returning hash
    )
    insert into repetition as known (hash, times, since)
    select hash, case when by_member is null or by_member in (select hash from firsts) then 1 else 0 end, ${now}::timestamptz
      from asked order by hash
    on conflict (hash) do update set
       times = excluded.times + case when known.since <= ${expired}::timestamptz then 0 else known.times end,
       since = case when known.since <= ${expired}::timestamptz then excluded.since else known.since end
    returning hash, times`,
);

/**
 * Counts what is written, exactly: whoever writes the same at the same time waits until this transaction ends. Call it
 * after posts and comments are locked and before counters are, so that all wait in one order.
 */
export function countOccurrences(
  trx: Trx,
  occurrences: Occurrence[],
  { now, expired }: { now: Date; expired: Date },
): Promise<Count[]> {
  return countQuery(trx, {
    hashes: occurrences.map((one) => one.hash),
    by_member: occurrences.map((one) => one.by_member),
    now,
    expired,
  });
}

/** Returns how many were deleted. What is being counted now is left for the next time. */
export async function deleteExpired(db: Db, expired: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with old as (
      select hash from repetition where since <= ${expired} order by since limit ${limit} for update skip locked
    ), deleted as (
      delete from repetition where hash in (select hash from old) returning 1
    )
    select count(*)::int as deleted from deleted`.execute(db);
  return rows[0]?.deleted ?? 0;
}
