import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { LAST_LETTER } from '../../platform/db/keyset.ts';
import { allowPauses } from '../../platform/db/transaction.ts';
import { NAME_LIMITS } from '../rules.ts';

export type NameKind = 'person' | 'tag';

const CANDIDATES = sql.lit(NAME_LIMITS.candidates);
const RANGE_MAX = sql.lit(NAME_LIMITS.range);

export type NameSearch = {
  /** The normalized beginning of a name; empty: none. */
  key: string;
  /** Of the words of a name or how it describes itself; undefined: none. */
  target: string | undefined;
  /** The id that was typed; 0: none. */
  id: number;
  after: { tier: number; weight: number; ref_id: number } | undefined;
  limit: number;
};

/** As CTEs: the ids that may match, best first, each once. Whether they are shown depends on their own tables. */
export function candidatesSql(kind: NameKind, search: NameSearch): RawBuilder<unknown> {
  const { key, target, id, after } = search;
  const isAfter = after
    ? sql`(tier, -weight, ref_id) > (${after.tier}::int, ${-after.weight}::int, ${after.ref_id}::bigint)`
    : sql`true`;
  return sql`
    typed as materialized (
      select ref_id, weight, key from (${keysSql(kind, key)}) as begun order by weight desc, ref_id limit ${CANDIDATES}
    ), worded as materialized (
      select ref_id, weight from search_names(${sql.lit(kind)}, ${target ?? null}::tsquery, ${CANDIDATES})
       where ${target !== undefined}::boolean
    ), matched as (
      select ${id}::bigint as ref_id, 0 as tier, 0 as weight where ${id > 0}::boolean
      union all
      select ref_id, case when key = ${key} then 1 else 2 end, weight from typed
      union all
      select ref_id, 3, weight from worded
    ), candidate as materialized (
      select ref_id, tier, weight from (
        select ref_id, min(tier) as tier, max(weight) as weight from matched group by ref_id
      ) as each_once where ${isAfter}
    )`;
}

/** The candidates sorted before they are looked up, so that a page looks up few more than it shows. */
export const bestFirst = sql`select ref_id, tier, weight from candidate order by tier, weight desc, ref_id offset 0`;

function keysSql(kind: NameKind, key: string): RawBuilder<unknown> {
  const length = Array.from(key).length;
  const rows = sql`select ref_id, weight, key from search_key where kind = ${sql.lit(kind)}`;
  if (length === 0) return sql`${rows} and false`;
  if (length <= 2)
    return sql`${rows} and left(key, ${sql.lit(length)}) collate "C" = ${key} order by weight desc, ref_id limit ${CANDIDATES}`;
  return sql`${rows} and key >= ${key} and key < ${key + LAST_LETTER} limit ${RANGE_MAX}`;
}

export async function upsertName(
  trx: Trx,
  name: { kind: NameKind; ref_id: number; weight: number; keys: string[]; vector: string },
): Promise<void> {
  const { kind, ref_id, weight, keys, vector } = name;
  await sql`
    with gone as (
      delete from search_key where kind = ${kind} and ref_id = ${ref_id} and key <> all(${keys}::text[])
    ), typed as (
      insert into search_key (kind, ref_id, key, weight)
      select ${kind}, ${ref_id}, unnest(${keys}::text[]), ${weight}::smallint
      on conflict (kind, ref_id, key) do update set weight = excluded.weight
    )
    insert into search_name (kind, ref_id, weight, tsv) values (${kind}, ${ref_id}, ${weight}, ${vector}::tsvector)
    on conflict (kind, ref_id) do update set weight = excluded.weight, tsv = excluded.tsv`.execute(
    trx,
  );
}

export async function deleteNames(trx: Trx, kind: NameKind, ids: number[]): Promise<void> {
  await sql`
    with typed as (delete from search_key where kind = ${kind} and ref_id = any(${ids}))
    delete from search_name where kind = ${kind} and ref_id = any(${ids})`.execute(trx);
}

export type NameRow = { ref_id: number; name: string; about: string; counted: number };

/** Those of the ids that can be found. */
export async function listNames(db: Db, kind: NameKind, ids: number[]): Promise<NameRow[]> {
  const person = sql<NameRow>`
    select card.uid as ref_id, username as name, signature as about, coalesce(followers, 0) as counted
      from member_card card left join user_count on user_count.uid = card.uid
     where card.uid = any(${ids}) and username is not null and state = 'active'`;
  const tag = sql<NameRow>`
    select id as ref_id, name, description as about, posts as counted
      from tag where id = any(${ids}) and not blocked and merged_into is null`;
  const { rows } = await (kind === 'person' ? person : tag).execute(db);
  return rows;
}

/** The class of the advisory locks on changed names; any number that no other lock uses. */
const LOCK_CLASS = 45;

/** Like `takeChanges` of posts: two workers never take the same name. */
export async function takeNameChanges(trx: Trx, limit: number) {
  await allowPauses(trx);
  const { rows } = await sql<{ id: number; kind: NameKind; ref_id: number }>`
    with oldest as materialized (
      select id, kind, ref_id from search_name_change order by id limit ${limit} for update skip locked
    )
    select id, kind, ref_id from oldest
     where pg_try_advisory_xact_lock(${LOCK_CLASS}, hashint8(ref_id))`.execute(trx);
  return rows;
}

export async function deleteNameChanges(trx: Trx, ids: number[]): Promise<void> {
  await trx.deleteFrom('search_name_change').where('id', '=', sql<number>`any(${ids})`).execute();
}

/** Records the names whose weight is no longer that of their counts. Returns how many. */
export async function recordChangedWeights(trx: Trx): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into search_name_change (kind, ref_id)
    select kind, ref_id from search_name join tag on kind = 'tag' and tag.id = ref_id
     where weight <> floor(log(2, 1 + tag.posts))
    union all
    select kind, ref_id from search_name join user_count on kind = 'person' and user_count.uid = ref_id
     where weight <> floor(log(2, 1 + user_count.followers))`.execute(trx);
  return Number(numAffectedRows ?? 0);
}
