import { type RawBuilder, sql } from 'kysely';
import type { Hidden } from '../../blocks/rules.ts';
import { type HiddenParam, notHiddenSql } from '../../blocks/store/shared.ts';
import type { Db } from '../../platform/db/database.ts';
import { isNotDeletedSql } from '../../users/store/shared.ts';
import { NEW_POST_DAYS, NEW_POSTS_MAX } from '../rules.ts';
import type { CollectedDay } from './collected.ts';

/** `hidden`: whom the reader hides (D67). */
type Reader = { uid: number | RawBuilder<number>; hidden: HiddenParam };

/** D25: the row `post` is public. Posts are a higher domain; the same statement reads their table, as it does for likes. */
const isPublic = sql`post.status = 'approved' and post.deleted_at is null and ${isNotDeletedSql(sql`post.author_uid`)}`;

/** When the day of the notification `entry` begins, and the next one. */
const dayStart = sql`((entry.payload->>'day')::date::timestamp at time zone 'Asia/Shanghai')`;
const dayEnd = sql`(((entry.payload->>'day')::date + 1)::timestamp at time zone 'Asia/Shanghai')`;

/**
 * D69: the posts that the notification `entry` is about and that are public now, newest first. Those of a tag are without
 * the reader's own and those of followed authors, who have notifications of their own.
 */
export function newPostsSql(reader: Reader, limit: number): RawBuilder<unknown> {
  return sql`
    (select post.id, post.title, post.lang, post.published_at from post
      where entry.kind = 'author_posts' and post.author_uid = entry.actor_uid and ${isPublic}
        and post.published_at >= ${dayStart} and post.published_at < ${dayEnd}
      order by post.published_at desc, post.id desc limit ${sql.lit(limit)})
    union all
    (select post.id, post.title, post.lang, post.published_at
       from tag join tag as shown on shown.id = coalesce(tag.merged_into, tag.id) and not shown.blocked
       join post_tag on post_tag.tag_id = shown.id
       join post on post.id = post_tag.post_id
      where entry.kind = 'tag_posts' and tag.id = (entry.payload->>'tag_id')::bigint and ${isPublic}
        and post_tag.published_at >= ${dayStart} and post_tag.published_at < ${dayEnd}
        and ${isByOthers(reader)} and not follows(${reader.uid}, post_tag.author_uid)
      order by post_tag.published_at desc, post_tag.post_id desc limit ${sql.lit(limit)})`;
}

function isByOthers({ uid, hidden }: Reader): RawBuilder<unknown> {
  return sql`post_tag.author_uid <> ${uid} and ${notHiddenSql(sql`post_tag.author_uid`, hidden)}`;
}

type MemberReader = { uid: number; hidden: Hidden };

/** Posts may become public a little after their time. */
const OVERLAP = sql`interval '1 hour'`;

/**
 * From the newest notification of the kind on: earlier posts were collected when it was written. So an author who
 * published nothing since costs one index entry, and no state is stored.
 */
function sinceSql(uid: number, kind: 'author_posts' | 'tag_posts', now: Date): RawBuilder<unknown> {
  return sql`
    select greatest(${now}::timestamptz - make_interval(days => ${sql.lit(NEW_POST_DAYS)}), (
      select created_at - ${OVERLAP} from notification
       where uid = ${uid} and kind = ${kind} order by created_at desc, id desc limit 1)) as time`;
}

const shanghaiDay = sql`(fresh.published_at at time zone 'Asia/Shanghai')::date::text`;

/** The days on which followed authors published something newer than their notification reports. */
export async function listDaysOfAuthors(
  db: Db,
  { uid, hidden }: MemberReader,
  now: Date,
): Promise<CollectedDay[]> {
  const { rows } = await sql<{ actor_uid: number; day: string; last: Date }>`
    with since as materialized (${sinceSql(uid, 'author_posts', now)}), followed as materialized (
      select followed_uid, changed_at from user_follow
       where follower_uid = ${uid} and following and ${notHiddenSql(sql`followed_uid`, hidden)}
    ), days as materialized (
      select followed.followed_uid as actor_uid, ${shanghaiDay} as day, max(fresh.published_at) as last
        from followed cross join lateral (
          select post.published_at from post
           where post.author_uid = followed.followed_uid and ${isPublic}
             and post.published_at > greatest((select time from since), followed.changed_at)
           order by post.published_at desc, post.id desc limit ${sql.lit(NEW_POSTS_MAX)}
        ) as fresh
       group by 1, 2
    )
    select days.actor_uid, days.day, days.last
      from days left join notification entry
        on entry.uid = ${uid} and entry.cause = 'author_posts:' || days.actor_uid || ':' || days.day
     where entry.id is null or entry.created_at < days.last
     order by entry.id nulls last, days.last`.execute(db);
  return rows.map(({ actor_uid, day, last }) => ({
    kind: 'author_posts',
    cause: `author_posts:${actor_uid}:${day}`,
    actor_uid,
    payload: { day, reported: last.getTime() },
    created_at: last,
  }));
}

/** The same for followed tags; merged ones as the tag that they became. */
export async function listDaysOfTags(
  db: Db,
  reader: MemberReader,
  now: Date,
): Promise<CollectedDay[]> {
  const { uid } = reader;
  const { rows } = await sql<{ tag_id: number; day: string; last: Date }>`
    with since as materialized (${sinceSql(uid, 'tag_posts', now)}), author as materialized (
      select followed_uid from user_follow where follower_uid = ${uid} and following
    ), days as materialized (
      select shown.id as tag_id, ${shanghaiDay} as day, max(fresh.published_at) as last
        from tag_follow followed
        join tag on tag.id = followed.tag_id
        join tag as shown on shown.id = coalesce(tag.merged_into, tag.id) and not shown.blocked
       cross join lateral (
          select post.published_at
            from post_tag join post on post.id = post_tag.post_id and ${isPublic}
           where post_tag.tag_id = shown.id and ${isByOthers(reader)}
             and post_tag.author_uid not in (select followed_uid from author)
             and post_tag.published_at > greatest((select time from since), followed.created_at)
           order by post_tag.published_at desc, post_tag.post_id desc limit ${sql.lit(NEW_POSTS_MAX)}
        ) as fresh
       where followed.uid = ${uid}
       group by 1, 2
    )
    select days.tag_id, days.day, days.last
      from days left join notification entry
        on entry.uid = ${uid} and entry.cause = 'tag_posts:' || days.tag_id || ':' || days.day
     where entry.id is null or entry.created_at < days.last
     order by entry.id nulls last, days.last`.execute(db);
  return rows.map(({ tag_id, day, last }) => ({
    kind: 'tag_posts',
    cause: `tag_posts:${tag_id}:${day}`,
    payload: { day, tag_id, reported: last.getTime() },
    created_at: last,
  }));
}
