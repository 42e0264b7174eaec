import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Hidden, hiddenFrom } from '../../blocks/rules.ts';
import { type HiddenParam, notHiddenSql } from '../../blocks/store/shared.ts';
import type { Viewer } from '../../context.ts';
import type { DB } from '../../platform/db/schema.ts';
import { isNotDeletedSql } from '../../users/store/shared.ts';

const hasExistingAuthor = isNotDeletedSql(sql.ref('post.author_uid'));

type PostTables = ExpressionBuilder<DB, 'post'>;

/** The part of a viewer that decides. A member's uid matters, because they may be the author. */
export type Audience = { member: number | undefined; staff: true | undefined; hidden: Hidden };

export function audienceOf(viewer: Viewer | null): Audience {
  const isStaff = viewer !== null && viewer.role !== 'member';
  return {
    member: isStaff ? undefined : viewer?.uid,
    staff: isStaff ? true : undefined,
    // D67: staff open what they have to judge, whomever they blocked.
    hidden: isStaff ? undefined : hiddenFrom(viewer),
  };
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
  hidden,
}: {
  member: number | RawBuilder<number> | undefined;
  staff: unknown;
  hidden: HiddenParam;
}) {
  return (eb: PostTables) => {
    const existing = eb.and([eb('post.deleted_at', 'is', null), hasExistingAuthor]);
    if (staff) return existing;
    const isApproved = eb('post.status', '=', sql.lit('approved'));
    const allowed = member ? eb.or([isApproved, eb('post.author_uid', '=', member)]) : isApproved;
    const parts = [existing, allowed];
    return eb.and(hidden ? [...parts, notHiddenSql(sql.ref('post.author_uid'), hidden)] : parts);
  };
}

/**
 * Visible to every viewer alike, so that public lists need one index and one cache entry; only whom a reader hides (D67) is
 * left out for them. Every list names its reader: `FOR_EVERYBODY`, or those that the reader hides.
 */
export function isPublic(hidden: HiddenParam) {
  return (eb: PostTables) => {
    const parts = [
      // A literal, not a parameter: with a parameter the planner cannot use the partial indexes of public posts.
      sql<SqlBool>`post.status = 'approved'`,
      eb('post.deleted_at', 'is', null),
      hasExistingAuthor,
    ];
    if (hidden) parts.push(notHiddenSql(sql.ref('post.author_uid'), hidden));
    return eb.and(parts);
  };
}
