import type { Db } from '../../../platform/db/database.ts';

/** The author's own posts in every state but deleted: a part of statements of other domains, for the author alone. */
export function ownPostsQuery(db: Db, uid: number) {
  return db
    .selectFrom('post')
    .where('post.author_uid', '=', uid)
    .where('post.deleted_at', 'is', null);
}
