import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { isNotApprovedAheadSql } from '../../posts/store/shared/schedules.ts';
import { CARD_COLUMNS, type CardRow } from '../../users/schema.ts';

/** The stored settings with the staff member who set each; every value as a text. */
export async function selectSettings(db: Db) {
  const rows = await db
    .selectFrom(
      db
        .selectFrom('site_setting')
        .select(['key', sql<string>`value::text`.as('value'), 'updated_at', 'updated_by'])
        .unionAll(db.selectFrom('site_text').select(['key', 'value', 'updated_at', 'updated_by']))
        .as('setting'),
    )
    .leftJoin('member_card', 'member_card.uid', 'setting.updated_by')
    .select(['setting.key', 'setting.value', 'setting.updated_at', ...CARD_COLUMNS])
    .execute();
  return rows.map(({ key, value, updated_at, ...by }) => ({
    key,
    value,
    updated_at,
    by: by.uid === null ? null : (by as CardRow),
  }));
}

/** Counts stop here, so at most this many index entries are read. */
const COUNTED_MAX = sql.lit(100);

type Waiting = { pending_posts: number; pending_profiles: number };

/** The conditions match the partial indexes of the two queues. */
export async function countWaiting(db: Db): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select (select count(*) from (
              select from post where deleted_at is null and (status = 'pending' or pending_version is not null)
                 and ${isNotApprovedAheadSql}
               limit ${COUNTED_MAX}) as waiting) as pending_posts,
           (select count(*) from (
              select from profile_change where state = 'pending' limit ${COUNTED_MAX}) as waiting
           ) as pending_profiles`.execute(db);
  return rows[0] ?? { pending_posts: 0, pending_profiles: 0 };
}
