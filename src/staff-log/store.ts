import { sql } from 'kysely';
import type { Db, Trx, TrxOrAutocommit } from '../platform/db/database.ts';
import { type KeysetPage, PAGE_ROWS } from '../platform/db/keyset.ts';
import { CARD_COLUMNS } from '../profiles/schema.ts';

export type StaffAction = {
  actor_uid: number;
  action: string;
  subject_kind: string;
  subject_id: number | null;
  reason: string;
  before: object;
  after: object;
  created_at: Date;
};

export async function insertStaffAction(trx: TrxOrAutocommit, done: StaffAction): Promise<void> {
  await trx
    .insertInto('staff_action')
    .values({ ...done, before: JSON.stringify(done.before), after: JSON.stringify(done.after) })
    .execute();
}

export type LogFilter = {
  actor_uid?: number;
  subject_kind?: string;
  subject_id?: number;
};

export function listStaffActions(db: Db, filter: LogFilter, page: KeysetPage<number>) {
  const { after } = page;
  let found = db
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
  if (filter.actor_uid !== undefined) found = found.where('actor_uid', '=', filter.actor_uid);
  if (filter.subject_kind !== undefined)
    found = found.where('subject_kind', '=', filter.subject_kind);
  if (filter.subject_id !== undefined) found = found.where('subject_id', '=', filter.subject_id);
  if (after !== undefined) found = found.where('id', '<', after);
  return db
    .selectFrom(found.orderBy('id', 'desc').limit(PAGE_ROWS).as('done'))
    .innerJoin('users', 'users.uid', 'done.actor_uid')
    .selectAll('done')
    .select([...CARD_COLUMNS])
    .orderBy('done.id', 'desc')
    .limit(page.limit + 1)
    .execute();
}

/** By functions that can empty words about what is purged, and do nothing else: the log is append-only. */
export async function emptyReasons(
  trx: Trx,
  kind: 'post' | 'comment',
  ids: number[],
): Promise<void> {
  await sql`select forget_reasons(${kind}, ${ids}::bigint[])`.execute(trx);
}

export async function emptyWordsAbout(trx: Trx, uid: number): Promise<void> {
  await sql`select forget_words_about(${uid}::bigint)`.execute(trx);
}
