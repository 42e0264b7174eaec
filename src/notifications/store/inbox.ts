import { type RawBuilder, sql } from 'kysely';
import type { Hidden } from '../../blocks/rules.ts';
import { type HiddenParam, notHiddenSql } from '../../blocks/store/shared.ts';
import type { Db } from '../../platform/db/database.ts';
import type { KeysetPage, TimeAndId } from '../../platform/db/keyset.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import type { CardRow } from '../../users/schema.ts';
import { cardJsonSql, cardSql, isNotDeletedSql } from '../../users/store/shared.ts';
import {
  EXCERPT_MAX,
  KINDS,
  NAMED_MAX,
  NEW_POSTS_MAX,
  type NotificationKind,
  UNREAD_MAX,
} from '../rules.ts';
import { changedDaysSql } from './likes.ts';
import { newPostsSql } from './new-posts.ts';
import {
  BY_TIME,
  commentLikesOfOthers,
  type InboxFilter,
  likesOfOthers,
  visibleNotifications,
} from './visible-notifications.ts';

export type NotificationRow = {
  id: number;
  kind: NotificationKind;
  payload: Record<string, number | string>;
  related_id: number | null;
  created_at: Date;
  read_at: Date | null;
  /** Null without an actor, and after the actor's account is deleted. */
  actor: CardRow | null;
  /** Null without a comment, and after it or its root is deleted. */
  comment: { id: number; excerpt: string; lang: string | null } | null;
  likes: number | null;
  likers: CardRow[] | null;
  energy: number | null;
  /** The newest of new posts, and how many are public. */
  fresh: { id: number; title: string; lang: string | null; count: number } | null;
  tag: { name: string; slug: string } | null;
};

const NEWEST = Number.MAX_SAFE_INTEGER;
const isUnread = sql`notification.read_at is null`;

/**
 * Newest first. The page is found by the index of `notification`. Comments and likes belong to higher domains; the
 * same statement reads their tables, for the rows of the page only.
 */
export function listNotifications(
  db: Db,
  filter: InboxFilter,
  page: KeysetPage<TimeAndId>,
): Promise<NotificationRow[]> {
  const [time, last] = page.after ?? [];
  const condition = time
    ? sql`(notification.created_at, notification.id) < (${new Date(time)}, ${last})`
    : sql`true`;
  return selectNotifications(db, filter, { condition, limit: page.limit + 1 });
}

/** Those of them that the list shows and that are unread. */
export function listNamedUnread(
  db: Db,
  filter: InboxFilter,
  ids: number[],
): Promise<NotificationRow[]> {
  const condition = sql`${isUnread} and notification.id = any(${ids})`;
  return selectNotifications(db, filter, { condition, limit: ids.length });
}

async function selectNotifications(
  db: Db,
  filter: InboxFilter,
  { condition, limit }: { condition: RawBuilder<unknown>; limit: number },
): Promise<NotificationRow[]> {
  const { uid, hidden } = filter;
  const { rows } = await sql<NotificationRow>`
    with page as materialized (
      select id from (${visibleNotifications(filter, { condition, limit, order: BY_TIME })}) as visible
       order by created_at desc, id desc limit ${limit}
    )
    select notification.id, notification.kind, notification.payload, notification.related_id,
           notification.created_at, notification.read_at,
           actor.card as actor, written.comment, liked.likes, liked.likers,
           received.energy, fresh.posts as fresh, followed.tag
      from page join notification on notification.uid = ${uid} and notification.id = page.id
      left join lateral (
        select ${cardJsonSql('person')} as card from member_card person
         where person.uid = notification.actor_uid and person.state <> 'deleted'
      ) actor on true
      left join lateral (
        select json_build_object('id', comment.id, 'lang', comment.lang,
                                 'excerpt', left(comment.body, ${EXCERPT_MAX})) as comment
          from comment join comment root
            on root.post_id = comment.post_id and root.id = coalesce(comment.root_id, comment.id)
         where comment.post_id = notification.related_id and comment.id = (notification.payload->>'comment_id')::bigint
           and comment.deleted_at is null and root.deleted_at is null
           and ${isNotDeletedSql(sql`root.author_uid`)} offset 0
      ) written on true
      left join lateral (
        select ${likesOfOthers(uid, hidden)} as likes, (
            select ${listLikers(
              filter,
              sql`
              select reaction.uid, reaction.changed_at from post_reaction reaction
               where reaction.post_id = post_day.post_id and reaction.day = post_day.day and reaction.kind = 'like'`,
            )}
          ) as likers
          from post_day
         where notification.kind = 'like' and not notification.payload ? 'comment_id'
           and post_day.post_id = notification.related_id and post_day.day = (notification.payload->>'day')::date
        union all
        select ${commentLikesOfOthers(uid, hidden)}, (
            select ${listLikers(
              filter,
              sql`
              select given.uid, given.created_at as changed_at from comment_like given
               where given.post_id = comment_day.post_id and given.comment_id = comment_day.comment_id and given.day = comment_day.day`,
            )}
          )
          from comment_day
         where notification.kind = 'like' and comment_day.post_id = notification.related_id
           and comment_day.comment_id = (notification.payload->>'comment_id')::bigint
           and comment_day.day = (notification.payload->>'day')::date
      ) liked on true
      left join lateral (
        select energy from post_day
         where notification.kind = 'energy' and post_day.post_id = notification.related_id
           and post_day.day = (notification.payload->>'day')::date
      ) received on true
      left join lateral (
        select json_build_object('id', min(one.id) filter (where rank = 1), 'title', min(one.title) filter (where rank = 1),
                                 'lang', min(one.lang) filter (where rank = 1),
                                 'count', count(*)) as posts
          from (select notification.*) as entry cross join lateral (
            select posts.*, row_number() over (order by published_at desc, id desc) as rank
              from (${newPostsSql(filter, NEW_POSTS_MAX)}) as posts
          ) as one
         having count(*) > 0
      ) fresh on true
      left join lateral (
        select json_build_object('name', shown.name, 'slug', shown.slug) as tag
          from tag join tag as shown on shown.id = coalesce(tag.merged_into, tag.id)
         where notification.kind = 'tag_posts' and tag.id = (notification.payload->>'tag_id')::bigint
      ) followed on true
     order by notification.created_at desc, notification.id desc`.execute(db);
  return rows;
}

/** D45: the last few of others, as the cards of people who are not deleted. `likes` selects `uid` and `changed_at`. */
function listLikers({ uid, hidden }: InboxFilter, likes: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`json_agg(${cardJsonSql('person')} order by changed_at desc, person.uid desc) from (
    select ${cardSql('person')}, liker.changed_at
      from (${likes}) as liker join member_card person on person.uid = liker.uid
     where liker.uid <> ${uid} and person.state <> 'deleted' and ${notHiddenSql(sql`liker.uid`, hidden)}
     order by liker.changed_at desc limit ${sql.lit(NAMED_MAX)}
  ) as person`;
}

/** Every unread notification, up to `UNREAD_MAX` of each kind. */
function unreadNotifications(uid: RawBuilder<number>, hidden: HiddenParam): RawBuilder<unknown> {
  return visibleNotifications(
    { uid, kinds: KINDS, hidden },
    { condition: isUnread, limit: UNREAD_MAX },
  );
}

const countUnreadQuery = prepareQuery(
  (_db, { uid, hidden }: Params<{ uid: number; hidden: Hidden }>) =>
    sql<{ kind: NotificationKind; unread: number }>`
      select kind, count(*) as unread from (${unreadNotifications(uid, hidden)}) as unread group by kind`,
);

export function countUnread(
  db: Db,
  reader: { uid: number; hidden: Hidden },
): Promise<{ kind: NotificationKind; unread: number }[]> {
  return countUnreadQuery(db, reader);
}

/** `unread`, and `has_new_likes`: likes without a notification yet, which `unread` does not count. */
export function unreadColumns(
  uid: RawBuilder<number>,
  today: RawBuilder<string>,
  hidden: HiddenParam,
): RawBuilder<unknown> {
  return sql`case when (select true from notification where uid = ${uid} and ${isUnread} order by kind limit 1)
                  then (select count(*) from (${unreadNotifications(uid, hidden)}) as unread) else 0 end as unread,
    exists (${changedDaysSql(uid, today, hidden)}) as has_new_likes`;
}

/** Newest first, so later batches do not reach notifications that arrive meanwhile. */
export async function listUnread(
  db: Db,
  filter: InboxFilter,
  page: KeysetPage<number>,
): Promise<number[]> {
  const condition = sql`${isUnread} and notification.id < ${page.after ?? NEWEST}`;
  const { rows } = await sql<{ id: number }>`
    select id from (${visibleNotifications(filter, { condition, limit: page.limit })}) as visible
     order by id desc limit ${page.limit}`.execute(db);
  return rows.map((row) => row.id);
}
