import { type RawBuilder, sql } from 'kysely';
import type { NotificationKind } from '../rules.ts';

/** Whose, as a value or as the place for one in a prepared statement. */
type Uid = number | RawBuilder<number>;

export type InboxFilter = { uid: Uid; kinds: NotificationKind[] };

/**
 * D44: which notices a member sees, for the list, the badge and read-all alike: what one shows the others
 * cannot miss. Each wanted kind is asked for by itself, from an index that is in order, so a million notices of
 * a kind that is switched off cost nothing. Gives `id` and `kind`; `limit` goes for each kind.
 */
export function visibleNotifications(
  { uid, kinds }: InboxFilter,
  { condition, limit }: { condition: RawBuilder<unknown>; limit: number },
): RawBuilder<unknown> {
  return sql`
    select notice.id, wanted.kind
      from (
        select kind from unnest(${kinds}::text[]) as kind left join notify_pref pref on pref.uid = ${uid}
         where case kind when 'comment' then coalesce(pref.comment, true)
                         when 'reply' then coalesce(pref.reply, true)
                         when 'like' then coalesce(pref.likes, true)
                         when 'follow' then coalesce(pref.follow, true)
                         else true end
      ) as wanted
     cross join lateral (
        select notice.id from notification notice
         where notice.uid = ${uid} and notice.kind = wanted.kind and ${condition}
           and (notice.kind <> 'like' or ${isLiked(uid)})
         order by notice.id desc limit ${limit}
      ) as notice`;
}

/**
 * D45: an entry vanishes with the last like, also where its day is too long ago to be built again. It is read
 * a second time in here, so that all other kinds need nothing but the index.
 */
function isLiked(uid: Uid): RawBuilder<unknown> {
  return sql`exists (
    select from notification entry
      join post_day on post_day.post_id = entry.related_id and post_day.day = (entry.payload->>'day')::date
     where entry.uid = ${uid} and entry.id = notice.id and ${likesOfOthers(uid)} > 0)`;
}

/** Nobody is told of their own like. Below zero for a moment where the rest still waits to be counted. */
export function likesOfOthers(uid: Uid): RawBuilder<unknown> {
  return sql`greatest(0, post_day.likes - (
    select count(*) from post_reaction own
     where own.post_id = post_day.post_id and own.uid = ${uid} and own.kind = 'like' and own.day = post_day.day))::int`;
}
