import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Viewer } from '../../context.ts';
import type { DB } from '../../platform/db/schema.ts';

type PostTables = ExpressionBuilder<DB, 'post'>;

/**
 * D25: who sees a post, as the one condition every read of posts carries. Approved posts are public; their
 * author and the staff see the other states; nobody sees a deleted post or one of a deleted account.
 */
export function isVisibleTo(viewer: Viewer | null) {
  return (eb: PostTables) => {
    const existing = eb.and([eb('post.deleted_at', 'is', null), authorIsThere(eb)]);
    if (viewer && viewer.role !== 'member') return existing;
    const allowed = viewer
      ? eb.or([eb('post.status', '=', 'approved'), eb('post.author_uid', '=', viewer.uid)])
      : eb('post.status', '=', 'approved');
    return eb.and([existing, allowed]);
  };
}

/** What everybody sees: the same for every viewer, so that its lists can be one index and one cache. */
export function isPublic(eb: PostTables) {
  // A literal, not a parameter: the partial indexes of public posts are found by it.
  return eb.and([
    sql<SqlBool>`post.status = 'approved'`,
    eb('post.deleted_at', 'is', null),
    authorIsThere(eb),
  ]);
}

function authorIsThere(eb: PostTables) {
  return eb.not(
    eb.exists(
      eb
        .selectFrom('users as hidden')
        .select('hidden.uid')
        .whereRef('hidden.uid', '=', 'post.author_uid')
        .where('hidden.deleted_at', 'is not', null),
    ),
  );
}
