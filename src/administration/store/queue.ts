import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { isNotApprovedAheadSql } from '../../posts/store/shared/schedules.ts';

/** Counts stop here, so at most this many index entries are read. */
const COUNTED_MAX = sql.lit(100);

async function count(db: Db, rows: RawBuilder<unknown>): Promise<number> {
  const found = await sql<{ waiting: number }>`
    select count(*)::int as waiting from (${rows} limit ${COUNTED_MAX}) as waiting`.execute(db);
  return found.rows[0]?.waiting ?? 0;
}

/** The conditions match the partial indexes of the queues. */
export const countPosts = (db: Db) =>
  count(
    db,
    sql`select from post where deleted_at is null and (status = 'pending' or pending_version is not null)
           and ${isNotApprovedAheadSql}`,
  );
export const countProfiles = (db: Db) =>
  count(db, sql`select from profile_change where state = 'pending'`);
export const countReports = (db: Db) =>
  count(db, sql`select from report_case where decided_at is null`);
export const countHeld = (db: Db) => count(db, sql`select from comment_hold where cause = 'rule'`);
export const countAppeals = (db: Db) =>
  count(db, sql`select from ban_appeal where outcome is null`);

type Claim = { kind: string; item_id: number; uid: number; name: string };

export async function listClaims(
  db: Db,
  items: { kind: string; id: number }[],
  now: Date,
): Promise<Claim[]> {
  const { rows } = await sql<Claim>`
    select claim.kind, claim.item_id, claim.uid, coalesce(card.username, claim.uid::text) as name
      from unnest(${items.map(({ kind }) => kind)}::text[], ${items.map(({ id }) => id)}::bigint[]) as item (kind, id)
      join staff_claim claim on claim.kind = item.kind and claim.item_id = item.id and claim.expires_at > ${now}
      join member_card card on card.uid = claim.uid`.execute(db);
  return rows;
}

/** Takes an item that nobody looks at, or renews one's own. */
export async function upsertClaim(
  trx: Trx,
  claim: { kind: string; item_id: number; uid: number; expires_at: Date; now: Date },
): Promise<void> {
  const { kind, item_id, uid, expires_at, now } = claim;
  await sql`
    insert into staff_claim (kind, item_id, uid, expires_at) values (${kind}, ${item_id}, ${uid}, ${expires_at})
    on conflict (kind, item_id) do update set uid = excluded.uid, expires_at = excluded.expires_at
     where staff_claim.expires_at <= ${now} or staff_claim.uid = excluded.uid`.execute(trx);
  await sql`
    delete from staff_claim where (kind, item_id) in (
      select kind, item_id from staff_claim where expires_at <= ${now} limit 20 for update skip locked)`.execute(
    trx,
  );
}
