import { sql } from 'kysely';
import type { Db, Trx, TrxOrAutocommit } from '../platform/db/database.ts';
import { type KeysetPage, PAGE_ROWS } from '../platform/db/keyset.ts';
import { CARD_COLUMNS } from '../users/schema.ts';

export type StaffAction = {
  /** Null: the command line. */
  actor_uid: number | null;
  action: string;
  subject_kind: string;
  subject_id: number | null;
  reason: string;
  before: object;
  after: object;
  created_at: Date;
};

/** Returns the number of the entry. */
export async function insertStaffAction(
  trx: TrxOrAutocommit,
  action: StaffAction,
): Promise<number> {
  const { id } = await trx
    .insertInto('staff_action')
    .values({
      ...action,
      before: JSON.stringify(action.before),
      after: JSON.stringify(action.after),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export type LogFilter = {
  actor_uid?: number;
  subject_kind?: string;
  subject_id?: number;
};

export function listStaffActions(db: Db, filter: LogFilter, page: KeysetPage<number>) {
  const { after } = page;
  let query = db
    .selectFrom('staff_action')
    .select([
      'id',
      'actor_uid',
      'action',
      'subject_kind',
      'subject_id',
      'reason',
      'before',
      'after',
      'created_at',
    ]);
  if (filter.actor_uid !== undefined) query = query.where('actor_uid', '=', filter.actor_uid);
  if (filter.subject_kind !== undefined)
    query = query.where('subject_kind', '=', filter.subject_kind);
  if (filter.subject_id !== undefined) query = query.where('subject_id', '=', filter.subject_id);
  if (after !== undefined) query = query.where('id', '<', after);
  return db
    .selectFrom(query.orderBy('id', 'desc').limit(PAGE_ROWS).as('entry'))
    .leftJoin('member_card', 'member_card.uid', 'entry.actor_uid')
    .selectAll('entry')
    .select([...CARD_COLUMNS])
    .orderBy('entry.id', 'desc')
    .limit(page.limit + 1)
    .execute();
}

/** The log is append-only; these database functions can empty texts about purged content and nothing else. */
export async function emptyReasons(
  trx: TrxOrAutocommit,
  kind: 'post' | 'comment' | 'series',
  ids: number[],
): Promise<void> {
  await sql`select forget_reasons(${kind}, ${ids}::bigint[])`.execute(trx);
}

/** The series of an author that the staff acted on, also deleted ones. */
export async function listSeriesOfAuthor(trx: Trx, uid: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct subject_id as id from staff_action
     where subject_kind = 'series' and before ->> 'author_uid' = ${String(uid)}`.execute(trx);
  return rows.map(({ id }) => id);
}

export async function emptyTextsAbout(trx: TrxOrAutocommit, uid: number): Promise<void> {
  await sql`select forget_words_about(${uid}::bigint)`.execute(trx);
}
