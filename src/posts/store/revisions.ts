import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { DRAFTS_MAX, REVISION_ROW_BYTES, TEXT_QUOTA_BYTES } from '../rules.ts';

/** The bytes of one version against the quota: its texts plus a share for the row, so that empty ones are not free. */
const REVISION_BYTES = sql<number>`(${sql.lit(REVISION_ROW_BYTES)} + octet_length(revision.title)
  + octet_length(revision.summary) + octet_length(revision.body))`;

/** The newest, the public and the submitted version. No other version can become one of these later. */
const IS_PROTECTED = sql<boolean>`revision.version in
  (post.version, post.live_version, coalesce(post.pending_version, post.version))`;

/** The posts of a statement, which can be on another server than their versions. */
function postsSql(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    post as materialized (
      select id, author_uid, version, live_version, pending_version from post where ${condition}
    )`;
}

/** The end of a statement with a CTE `deleted` that returns the author and size of each deleted version. */
const subtractBytesOfDeleted = sql`
  update author_text set bytes = greatest(0, author_text.bytes - freed.bytes)
    from (select author_uid, sum(bytes) as bytes from deleted group by author_uid) as freed
   where uid = freed.author_uid`;

/** Adds where it fits, or subtracts; false where the quota would be exceeded. */
export async function addTextBytes(trx: Trx, uid: number, bytes: number): Promise<boolean> {
  const { rows } = await sql`
    insert into author_text (uid, bytes) values (${uid}, greatest(0, ${bytes}::bigint))
    on conflict (uid) do update set bytes = greatest(0, author_text.bytes + ${bytes}::bigint)
     where author_text.bytes + ${bytes}::bigint <= ${TEXT_QUOTA_BYTES}::bigint
    returning uid`.execute(trx);
  return rows.length > 0;
}

/** Every save of the author waits for this lock, so counts taken after it stay correct. */
export async function lockAuthorText(trx: Trx, uid: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    insert into author_text (uid, bytes) values (${uid}, 0)
    on conflict (uid) do update set bytes = author_text.bytes returning bytes`.execute(trx);
  return rows[0]?.bytes ?? 0;
}

export async function countDrafts(trx: Trx, uid: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (
      select from post where author_uid = ${uid} and status = 'draft' and deleted_at is null
       limit ${DRAFTS_MAX}) as draft`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** Deletes the author's oldest unprotected versions until so many bytes are free; returns the bytes freed. */
export async function deleteOldestRevisions(trx: Trx, uid: number, bytes: number): Promise<number> {
  const { rows } = await sql<{ freed: number }>`
    with ${postsSql(sql`author_uid = ${uid}`)}, oldest as (
      select revision.post_id, revision.version, ${REVISION_BYTES} as bytes,
             sum(${REVISION_BYTES}) over (order by revision.created_at, revision.post_id, revision.version
                                          rows unbounded preceding) as running
        from post_revision as revision join post on post.id = revision.post_id
       where not ${IS_PROTECTED}
    ), deleted as (
      delete from post_revision as revision using oldest
       where revision.post_id = oldest.post_id and revision.version = oldest.version
         and oldest.running - oldest.bytes < ${bytes}
      returning oldest.bytes
    )
    select coalesce(sum(bytes), 0)::bigint as freed from deleted`.execute(trx);
  return rows[0]?.freed ?? 0;
}

/** For purged posts. */
export async function deleteRevisions(trx: Trx, ids: number[]): Promise<void> {
  await lockAuthorsOf(trx, ids);
  await sql`
    with ${postsSql(sql`id = any(${ids})`)}, deleted as (
      delete from post_revision as revision using post
       where post.id = revision.post_id and revision.post_id = any(${ids})
      returning post.author_uid, ${REVISION_BYTES} as bytes
    )
    ${subtractBytesOfDeleted}`.execute(trx);
}

async function lockAuthorsOf(trx: Trx, ids: number[]): Promise<void> {
  await sql`
    select from author_text where uid in (select author_uid from post where id = any(${ids}))
     order by uid for no key update`.execute(trx);
}

/** Keeps an earlier plan. */
export async function planThinning(trx: Trx, postId: number, due: Date): Promise<void> {
  await trx
    .insertInto('revision_thinning')
    .values({ post_id: postId, due_at: due })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Locks the next posts to thin, skipping those of another worker. */
export async function lockDueThinning(trx: Trx, now: Date, limit: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('revision_thinning')
    .select('post_id')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('post_id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map((row) => row.post_id);
}

/**
 * D57: keeps the last version of each hour after a day, and the last of each day after a week. Locks the authors' rows
 * before the versions, in the same order as a save.
 */
export async function thinRevisions(
  trx: Trx,
  ids: number[],
  { dayAgo, weekAgo }: { dayAgo: Date; weekAgo: Date },
): Promise<void> {
  await lockAuthorsOf(trx, ids);
  await sql`
    with ${postsSql(sql`id = any(${ids})`)}, aged as (
      select revision.post_id, revision.version, post.author_uid, ${REVISION_BYTES} as bytes,
             row_number() over (partition by revision.post_id, revision.created_at > ${weekAgo}, date_trunc(
               case when revision.created_at > ${weekAgo} then 'hour' else 'day' end,
               revision.created_at at time zone 'Asia/Shanghai') order by revision.version desc) as rank
        from post_revision as revision join post on post.id = revision.post_id
       where revision.post_id = any(${ids}) and revision.created_at <= ${dayAgo} and not ${IS_PROTECTED}
    ), deleted as (
      delete from post_revision as revision using aged
       where revision.post_id = aged.post_id and revision.version = aged.version and aged.rank > 1
      returning aged.author_uid, aged.bytes
    )
    ${subtractBytesOfDeleted}`.execute(trx);
}

/** Posts with versions that are still too young to thin stay planned; the others are done. */
export async function replanThinning(
  trx: Trx,
  ids: number[],
  { due, youngerThan }: { due: Date; youngerThan: Date },
): Promise<void> {
  await sql`
    with young as (
      select distinct post_id from post_revision
       where post_id = any(${ids}) and created_at > ${youngerThan}
    ), done as (
      delete from revision_thinning
       where post_id = any(${ids}) and post_id not in (select post_id from young)
    )
    update revision_thinning set due_at = ${due} from young
     where revision_thinning.post_id = young.post_id`.execute(trx);
}
