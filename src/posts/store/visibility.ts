import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Viewer } from '../../context.ts';
import type { DB } from '../../platform/db/schema.ts';

type PostTables = ExpressionBuilder<DB, 'post'>;

/** What of a viewer decides. A member is asked for by number, since they may be the author. */
export type Audience = { member: number | undefined; staff: true | undefined };

export function audienceOf(viewer: Viewer | null): Audience {
  const isStaff = viewer !== null && viewer.role !== 'member';
  return { member: isStaff ? undefined : viewer?.uid, staff: isStaff ? true : undefined };
}

/**
 * D25: who sees a post, as the one condition every read of posts carries. Approved posts are public; their
 * author and the staff see the other states; nobody sees a deleted post or one of a deleted account.
 */
export function isVisibleTo(viewer: Viewer | null) {
  return isSeenBy(audienceOf(viewer));
}

/** The same for a prepared statement, which has one text for each audience and a place for the member. */
export function isSeenBy({
  member,
  staff,
}: {
  member: number | RawBuilder<number> | undefined;
  staff: unknown;
}) {
  return (eb: PostTables) => {
    const existing = eb.and([eb('post.deleted_at', 'is', null), authorIsThere(eb)]);
    if (staff) return existing;
    const isApproved = eb('post.status', '=', sql.lit('approved'));
    const allowed = member ? eb.or([isApproved, eb('post.author_uid', '=', member)]) : isApproved;
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
