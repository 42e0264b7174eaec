import { type RawBuilder, sql } from 'kysely';
import { type HiddenParam, notHiddenSql } from '../../blocks/store/shared.ts';
import type { NotificationKind } from '../rules.ts';
import { newPostsSql } from './new-posts.ts';

/** A value, or a parameter of a prepared statement. */
type Uid = number | RawBuilder<number>;

/** `hidden`: whom the member hides (D67). */
export type InboxFilter = { uid: Uid; kinds: NotificationKind[]; hidden: HiddenParam };

type Scan = { condition: RawBuilder<unknown>; limit: number; order?: RawBuilder<unknown> };

/** The order of the index of unread ones, and of the index of all. */
const BY_ID = sql`notification.id desc`;
export const BY_TIME = sql`notification.created_at desc, notification.id desc`;

/**
 * D44: the notifications a member sees. The list, the badge and read-all share it, so they always agree. Reads each
 * kind separately from an index in order, so a million notifications of a kind that is switched off cost nothing.
 * Selects `id`, `created_at` and `kind`; `limit` applies per kind; `condition` is about a row of `notification`.
 */
export function visibleNotifications(
  { uid, kinds, hidden }: InboxFilter,
  { condition, limit, order = BY_ID }: Scan,
): RawBuilder<unknown> {
  const isShown = hidden
    ? sql`and (notification.actor_uid is null or ${notHiddenSql(sql`notification.actor_uid`, hidden)})`
    : sql``;
  return sql`
    select visible.id, visible.created_at, enabled.kind
      from (
        select kind from unnest(${kinds}::text[]) as kind left join notify_pref pref on pref.uid = ${uid}
         where case kind when 'comment' then coalesce(pref.comment, true)
                         when 'reply' then coalesce(pref.reply, true)
                         when 'like' then coalesce(pref.likes, true)
                         when 'follow' then coalesce(pref.follow, true)
                         when 'energy' then coalesce(pref.energy, true)
                         when 'author_posts' then coalesce(pref.author_posts, true)
                         when 'tag_posts' then coalesce(pref.tag_posts, true)
                         else true end
      ) as enabled
     cross join lateral (
        select notification.id, notification.created_at from notification
         where notification.uid = ${uid} and notification.kind = enabled.kind and ${condition}
           and case enabled.kind when 'like' then ${isLiked(uid, hidden)}
                                 when 'author_posts' then ${hasNewPosts(uid, hidden)}
                                 when 'tag_posts' then ${hasNewPosts(uid, hidden)}
                                 else true end ${isShown}
         order by ${order} limit ${limit}
      ) as visible`;
}

/** Without it the planner may ask for every notification of the table at once, and hash the results. */
const PER_ROW = sql`offset 0`;

/**
 * D45: a notification of likes disappears with the last like, even if its day is too old to be updated, and with the
 * comment that they are for. The row is read a second time here, so all other kinds need the index only.
 */
function isLiked(uid: Uid, hidden: HiddenParam): RawBuilder<unknown> {
  return sql`exists (
    select from notification entry cross join lateral (${likesOnDay(uid, hidden)}) as liked
     where entry.uid = ${uid} and entry.id = notification.id and liked.likes > 0 ${PER_ROW})`;
}

/** D69: a notification of new posts disappears with the last of them that is public. */
function hasNewPosts(uid: Uid, hidden: HiddenParam): RawBuilder<unknown> {
  return sql`exists (
    select from notification entry cross join lateral (${newPostsSql({ uid, hidden }, 1)}) as fresh
     where entry.uid = ${uid} and entry.id = notification.id ${PER_ROW})`;
}

/** The likes of others that the notification `entry` reports: of a comment, if its payload names one, or of a post. */
function likesOnDay(uid: Uid, hidden: HiddenParam): RawBuilder<unknown> {
  return sql`
    select ${likesOfOthers(uid, hidden)} as likes from post_day
     where not entry.payload ? 'comment_id'
       and post_day.post_id = entry.related_id and post_day.day = (entry.payload->>'day')::date
    union all
    select ${commentLikesOfOthers(uid, hidden)} from comment_day
      join comment on comment.post_id = comment_day.post_id and comment.id = comment_day.comment_id
     where comment_day.post_id = entry.related_id and comment_day.comment_id = (entry.payload->>'comment_id')::bigint
       and comment_day.day = (entry.payload->>'day')::date and comment.deleted_at is null`;
}

/** Of a row named `own`: the member's like, and those of whom they hide. By the primary key either way. */
function isNotCounted(uid: Uid, hidden: HiddenParam): RawBuilder<unknown> {
  return hidden ? sql`own.uid = any(${hidden}::bigint[] || ${uid}::bigint)` : sql`own.uid = ${uid}`;
}

/** Without the member's own like. Not below zero, which it could be while deltas of the counter are pending. */
export function likesOfOthers(uid: Uid, hidden: HiddenParam): RawBuilder<unknown> {
  return sql`greatest(0, post_day.likes - (
    select count(*) from post_reaction own
     where own.post_id = post_day.post_id and ${isNotCounted(uid, hidden)} and own.kind = 'like' and own.day = post_day.day))::int`;
}

/** The same for the likes of a comment. */
export function commentLikesOfOthers(uid: Uid, hidden: HiddenParam): RawBuilder<unknown> {
  return sql`(comment_day.likes - (
    select count(*) from comment_like own
     where own.post_id = comment_day.post_id and own.comment_id = comment_day.comment_id and ${isNotCounted(uid, hidden)} and own.day = comment_day.day))::int`;
}
