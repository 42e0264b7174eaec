import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { DRAFTS_MAX, REVISION_ROW_BYTES, TEXT_QUOTA_BYTES } from '../rules.ts';

/** What one version counts against the quota: its texts, and a share for the row, so that empty ones are not free. */
const REVISION_BYTES = sql<number>`(${sql.lit(REVISION_ROW_BYTES)} + octet_length(kept.title)
  + octet_length(kept.summary) + octet_length(kept.body))`;

/** The newest, the public and the submitted one. No other version ever becomes one of these. */
const IS_PROTECTED = sql<boolean>`kept.version in
  (post.version, post.live_version, coalesce(post.pending_version, post.version))`;

/** The end of a statement whose `deleted` returns the author and size of each deleted version. */
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

/** Whatever an author saves waits for whoever holds this, so what is counted after it stays true. */
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

/** Drops the oldest unprotected versions of an author until so many bytes are free; returns how many became free. */
export async function deleteOldestRevisions(trx: Trx, uid: number, bytes: number): Promise<number> {
  const { rows } = await sql<{ freed: number }>`
    with oldest as (
      select kept.post_id, kept.version, ${REVISION_BYTES} as bytes,
             sum(${REVISION_BYTES}) over (order by kept.created_at, kept.post_id, kept.version
                                          rows unbounded preceding) as running
        from post_revision as kept join post on post.id = kept.post_id
       where post.author_uid = ${uid} and not ${IS_PROTECTED}
    ), deleted as (
      delete from post_revision as kept using oldest
       where kept.post_id = oldest.post_id and kept.version = oldest.version
         and oldest.running - oldest.bytes < ${bytes}
      returning oldest.bytes
    )
    select coalesce(sum(bytes), 0)::bigint as freed from deleted`.execute(trx);
  return rows[0]?.freed ?? 0;
}

/** Of posts that are purged. */
export async function deleteRevisions(trx: Trx, ids: number[]): Promise<void> {
  await lockAuthorsOf(trx, ids);
  await sql`
    with deleted as (
      delete from post_revision as kept using post
       where post.id = kept.post_id and kept.post_id = any(${ids})
      returning post.author_uid, ${REVISION_BYTES} as bytes
    )
    ${subtractBytesOfDeleted}`.execute(trx);
}

async function lockAuthorsOf(trx: Trx, ids: number[]): Promise<void> {
  await sql`
    select from author_text where uid in (select author_uid from post where id = any(${ids}))
     order by uid for no key update`.execute(trx);
}

/** Where one is planned already, that one comes first. */
export async function planThinning(trx: Trx, postId: number, due: Date): Promise<void> {
  await trx
    .insertInto('revision_thinning')
    .values({ post_id: postId, due_at: due })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The next posts to thin, locked; another worker takes others. */
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
 * D57: of what is older than a day the last of each hour stays, of what is older than a week the last of each day.
 * The authors' rows are locked before the versions, as a save does.
 */
export async function thinRevisions(
  trx: Trx,
  ids: number[],
  { dayAgo, weekAgo }: { dayAgo: Date; weekAgo: Date },
): Promise<void> {
  await lockAuthorsOf(trx, ids);
  await sql`
    with aged as (
      select kept.post_id, kept.version, post.author_uid, ${REVISION_BYTES} as bytes,
             row_number() over (partition by kept.post_id, kept.created_at > ${weekAgo}, date_trunc(
               case when kept.created_at > ${weekAgo} then 'hour' else 'day' end,
               kept.created_at at time zone 'Asia/Shanghai') order by kept.version desc) as rank
        from post_revision as kept join post on post.id = kept.post_id
       where kept.post_id = any(${ids}) and kept.created_at <= ${dayAgo} and not ${IS_PROTECTED}
    ), deleted as (
      delete from post_revision as kept using aged
       where kept.post_id = aged.post_id and kept.version = aged.version and aged.rank > 1
      returning aged.author_uid, aged.bytes
    )
    ${subtractBytesOfDeleted}`.execute(trx);
}

/** Posts with versions that will be old enough later stay planned; the others are done. */
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
