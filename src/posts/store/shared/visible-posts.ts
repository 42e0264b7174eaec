import { sql } from 'kysely';
import { FOR_EVERYBODY } from '../../../blocks/rules.ts';
import type { HiddenParam } from '../../../blocks/store/shared.ts';
import type { Viewer } from '../../../context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { isPublic, isVisibleTo } from '../visibility.ts';

// D25 as a subquery in statements of other domains: `post_id in (…)`.

/** `hidden`: whom the reader hides; `FOR_EVERYBODY` where all read the same. */
export function everyPublicPostQuery(db: Db, hidden: HiddenParam) {
  return db.selectFrom('post').select('post.id').where(isPublic(hidden));
}

/** Those of the ids that are public. */
export function publicPostsQuery(db: Db, ids: number[], hidden: HiddenParam) {
  return everyPublicPostQuery(db, hidden).where('post.id', '=', sql<number>`any(${ids})`);
}

/** Undefined unless the post is public. */
export async function findPublicAuthor(db: Db, id: number): Promise<number | undefined> {
  const query = publicPostsQuery(db, [id], FOR_EVERYBODY).select('post.author_uid');
  return (await query.executeTakeFirst())?.author_uid;
}

export function everyVisiblePostQuery(db: Db, viewer: Viewer | null) {
  return db.selectFrom('post').select('post.id').where(isVisibleTo(viewer));
}
