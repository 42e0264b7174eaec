import { sql } from 'kysely';
import type { Viewer } from '../../../context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { isPublic, isVisibleTo } from '../visibility.ts';

// D25 as a subquery in statements of other domains: `post_id in (…)`.

export function everyPublicPostQuery(db: Db) {
  return db.selectFrom('post').select('post.id').where(isPublic);
}

/** Those of the ids that are public. */
export function publicPostsQuery(db: Db, ids: number[]) {
  return everyPublicPostQuery(db).where('post.id', '=', sql<number>`any(${ids})`);
}

/** Undefined unless the post is public. */
export async function findPublicAuthor(db: Db, id: number): Promise<number | undefined> {
  const query = publicPostsQuery(db, [id]).select('post.author_uid');
  return (await query.executeTakeFirst())?.author_uid;
}

export function everyVisiblePostQuery(db: Db, viewer: Viewer | null) {
  return db.selectFrom('post').select('post.id').where(isVisibleTo(viewer));
}
