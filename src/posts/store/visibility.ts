import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Viewer } from '../../context.ts';
import type { DB } from '../../platform/db/schema.ts';

type PostTables = ExpressionBuilder<DB, 'post'>;

/** The part of a viewer that decides. A member's uid matters, because they may be the author. */
export type Audience = { member: number | undefined; staff: true | undefined };

export function audienceOf(viewer: Viewer | null): Audience {
  const isStaff = viewer !== null && viewer.role !== 'member';
  return { member: isStaff ? undefined : viewer?.uid, staff: isStaff ? true : undefined };
}

/**
 * D25: the one visibility condition, part of every read of posts. Approved posts are public. The author and the staff
 * also see the other states. Deleted posts and posts of deleted accounts are visible to no viewer.
 */
export function isVisibleTo(viewer: Viewer | null) {
  return isVisibleToAudience(audienceOf(viewer));
}

/** The same for a prepared statement: one statement per audience, with the member's uid as a parameter. */
export function isVisibleToAudience({
  member,
  staff,
}: {
  member: number | RawBuilder<number> | undefined;
  staff: unknown;
}) {
  return (eb: PostTables) => {
    const existing = eb.and([eb('post.deleted_at', 'is', null), hasExistingAuthor(eb)]);
    if (staff) return existing;
    const isApproved = eb('post.status', '=', sql.lit('approved'));
    const allowed = member ? eb.or([isApproved, eb('post.author_uid', '=', member)]) : isApproved;
    return eb.and([existing, allowed]);
  };
}

/** Visible to every viewer alike, so that public lists need one index and one cache entry. */
export function isPublic(eb: PostTables) {
  // A literal, not a parameter: with a parameter the planner cannot use the partial indexes of public posts.
  return eb.and([
    sql<SqlBool>`post.status = 'approved'`,
    eb('post.deleted_at', 'is', null),
    hasExistingAuthor(eb),
  ]);
}

function hasExistingAuthor(eb: PostTables) {
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
