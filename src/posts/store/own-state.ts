import type { Db } from '../../platform/db/database.ts';

/** Without the text and without a lock: enough to refuse an impossible change early. */
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
      'show_changes',
    ])
    .where('id', '=', id)
    .where('author_uid', '=', uid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}
