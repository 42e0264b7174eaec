import { type RawBuilder, sql } from 'kysely';
import { type HiddenParam, notHiddenSql } from '../../blocks/store/shared.ts';
import type { NotificationKind } from '../rules.ts';
import type { Uid } from './likes.ts';
import { newPostsSql } from './new-posts.ts';

/** `hidden`: whom the member hides (D67). */
export type InboxFilter = { uid: Uid; kinds: NotificationKind[]; hidden: HiddenParam };

type Scan = { condition: RawBuilder<unknown>; limit: number; order?: RawBuilder<unknown> };

/** The order of the index of unread ones, and of the index of all. */
const BY_ID = sql`notification.id desc`;
export const BY_TIME = sql`notification.created_at desc, notification.id desc`;

/**
 * D44: the notifications a member sees, and those of likes that were all taken back: whoever reads those of likes leaves
 * them out by `likesOfEntries`. The list, the badge and read-all share both, so they always agree. Reads each kind
 * separately from an index in order, so a million notifications of a kind that is switched off cost nothing.
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
           and case enabled.kind when 'author_posts' then ${hasNewPosts(uid, hidden)}
                                 when 'tag_posts' then ${hasNewPosts(uid, hidden)}
                                 else true end ${isShown}
         order by ${order} limit ${limit}
      ) as visible`;
}

/** Without it the planner may ask for every notification of the table at once, and hash the results. */
const PER_ROW = sql`offset 0`;

/** D69: a notification of new posts disappears with the last of them that is public. */
function hasNewPosts(uid: Uid, hidden: HiddenParam): RawBuilder<unknown> {
  return sql`exists (
    select from notification entry cross join lateral (${newPostsSql({ uid, hidden }, 1)}) as fresh
     where entry.uid = ${uid} and entry.id = notification.id ${PER_ROW})`;
}
