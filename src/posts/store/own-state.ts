import type { Db } from '../../platform/db/database.ts';

/** Without its text and without a lock: to refuse early what could not be done anyway. */
export function findOwnState(db: Db, uid: number, id: number) {
  return db
    .selectFrom('post')
    .select([
      'id',
      'status',
      'version',
      'live_version',
      'pending_version',
      'submitted_at',
      'locked_from',
    ])
    .where('id', '=', id)
    .where('author_uid', '=', uid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}
