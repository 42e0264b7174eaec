import type { Viewer } from '../../context.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { isVisibleTo } from './visibility.ts';

/** Without its text, which may be large and is not asked for. */
export function findVisible(db: Db, viewer: Viewer | null, id: number) {
  return visible(db, viewer, id).executeTakeFirst();
}

/** A share lock: many may hold the post at once, and whoever wants to change it waits for them all. */
export function shareVisible(trx: Trx, viewer: Viewer, id: number) {
  return visible(trx, viewer, id).forShare('post').executeTakeFirst();
}

function visible(db: Db, viewer: Viewer | null, id: number) {
  return db
    .selectFrom('post')
    .select(['post.id', 'post.author_uid', 'post.status'])
    .where('post.id', '=', id)
    .where(isVisibleTo(viewer));
}
