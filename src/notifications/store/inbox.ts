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
import { changedDaysSql, likesOfEntries } from './likes.ts';
import { newPostsSql } from './new-posts.ts';
import { BY_TIME, type InboxFilter, visibleNotifications } from './visible-notifications.ts';

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
  /** The newest of new posts, and how many are public. */
  fresh: { id: number; title: string; lang: string | null; count: number } | null;
  tag: { name: string; slug: string } | null;
};

const NEWEST = Number.MAX_SAFE_INTEGER;
const isUnread = sql`notification.read_at is null`;

/**
 * Newest first, with those of likes that were all taken back, which have no `likes`. The page is found by the index of
 * `notification`. Comments, likes and posts belong to higher domains; this reads their tables, for the rows of the page only.
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
  const { rows } = await sql<Omit<NotificationRow, 'comment' | 'likers'>>`
    with page as materialized (
      select id, kind from (${visibleNotifications(filter, { condition, limit, order: BY_TIME })}) as visible
       order by created_at desc, id desc limit ${limit}
    )
    select notification.id, notification.kind, notification.payload, notification.related_id,
           notification.created_at, notification.read_at,
           actor.card as actor, liked.likes, fresh.posts as fresh, followed.tag
      from page join notification on notification.uid = ${uid} and notification.id = page.id
      left join (${likesOfEntries(uid, hidden, sql`array(select id from page where kind = 'like')`)}) as liked
        on liked.id = page.id
      left join lateral (
        select ${cardJsonSql('person')} as card from member_card person
         where person.uid = notification.actor_uid and person.state <> 'deleted'
      ) actor on true
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
  const [comments, likers] = await Promise.all([
    findComments(db, rows),
    findLikers(db, filter, rows),
  ]);
  return rows.map((row) => ({
    ...row,
    comment: comments.get(Number(row.payload['comment_id'])) ?? null,
    likers: likers.get(row.id) ?? null,
  }));
}

type Entry = Pick<NotificationRow, 'id' | 'kind' | 'payload' | 'related_id'>;
type Excerpt = NonNullable<NotificationRow['comment']>;

/** Those that exist, by their ids. */
async function findComments(db: Db, entries: Entry[]): Promise<Map<number, Excerpt>> {
  const named = entries.filter(({ payload }) => 'comment_id' in payload);
  if (named.length === 0) return new Map();
  const postIds = named.map(({ related_id }) => related_id);
  const { rows } = await sql<Excerpt>`
    select comment.id, comment.lang, left(comment.body, ${EXCERPT_MAX}::int) as excerpt
      from comment join comment root
        on root.post_id = comment.post_id and root.id = coalesce(comment.root_id, comment.id)
     where comment.post_id = any(${postIds}::bigint[]) and root.post_id = any(${postIds}::bigint[])
       and comment.id = any(${named.map(({ payload }) => payload['comment_id'])}::bigint[])
       and comment.deleted_at is null and root.deleted_at is null
       and ${isNotDeletedSql(sql`root.author_uid`)}`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** D45: the last few of others who like each, as people who are not deleted. */
async function findLikers(
  db: Db,
  filter: InboxFilter,
  entries: Entry[],
): Promise<Map<number, CardRow[]>> {
  const liked = entries.filter(({ kind }) => kind === 'like');
  if (liked.length === 0) return new Map();
  // Each by its own key and limit: Citus has no lateral subquery with a limit.
  const each = liked.map((entry) => sql`(${newestLikers(filter, entry)})`);
  const { rows } = await sql<
    CardRow & { entry: number }
  >`${sql.join(each, sql` union all `)}`.execute(db);
  return Map.groupBy(rows, ({ entry }) => entry);
}

function newestLikers({ uid, hidden }: InboxFilter, entry: Entry): RawBuilder<unknown> {
  const { id, related_id, payload } = entry;
  const likes =
    'comment_id' in payload
      ? sql`select given.uid, given.created_at as changed_at from comment_like given
             where given.post_id = ${related_id} and given.comment_id = ${payload['comment_id']} and given.day = ${payload['day']}::date`
      : sql`select given.uid, given.changed_at from post_reaction given
             where given.post_id = ${related_id} and given.day = ${payload['day']}::date and given.kind = 'like'`;
  return sql`
    select ${id}::bigint as entry, ${cardSql('person')}
      from (${likes}) as liker join member_card person on person.uid = liker.uid
     where liker.uid <> ${uid} and person.state <> 'deleted' and ${notHiddenSql(sql`liker.uid`, hidden)}
     order by liker.changed_at desc, person.uid desc limit ${sql.lit(NAMED_MAX)}`;
}

/** Every unread notification, up to `UNREAD_MAX` of each kind. */
function unreadNotifications(uid: RawBuilder<number>, hidden: HiddenParam): RawBuilder<unknown> {
  return visibleNotifications(
    { uid, kinds: KINDS, hidden },
    { condition: isUnread, limit: UNREAD_MAX },
  );
}

/** How many there are of each kind. */
function countedUnread(uid: RawBuilder<number>, hidden: HiddenParam): RawBuilder<unknown> {
  const liked = sql`(select count(*) from (${likesOfEntries(uid, hidden, sql`found.ids`)}) as liked where liked.likes > 0)`;
  return sql`
    select kind, case kind when 'like' then ${liked} else found.unread end as unread
      from (select kind, count(*) as unread, array_agg(id) as ids
              from (${unreadNotifications(uid, hidden)}) as unread group by kind) as found`;
}

const countUnreadQuery = prepareQuery(
  (_db, { uid, hidden }: Params<{ uid: number; hidden: Hidden }>) =>
    sql<{ kind: NotificationKind; unread: number }>`${countedUnread(uid, hidden)}`,
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
                  then (select coalesce(sum(unread), 0)::bigint from (${countedUnread(uid, hidden)}) as counted) else 0 end as unread,
    exists (select from ${changedDaysSql(uid, today, { hidden, every: false })}) as has_new_likes`;
}

/** Newest first, so later batches do not reach notifications that arrive meanwhile. */
export async function listUnread(
  db: Db,
  filter: InboxFilter,
  page: KeysetPage<number>,
): Promise<{ id: number; visible: boolean }[]> {
  const condition = sql`${isUnread} and notification.id < ${page.after ?? NEWEST}`;
  const { rows } = await sql<{ id: number; visible: boolean }>`
    with page as materialized (
      select id, kind from (${visibleNotifications(filter, { condition, limit: page.limit })}) as found
       order by id desc limit ${page.limit}
    )
    select page.id, page.kind <> 'like' or coalesce(liked.likes, 0) > 0 as visible
      from page left join (${likesOfEntries(filter.uid, filter.hidden, sql`array(select id from page where kind = 'like')`)}) as liked
        on liked.id = page.id
     order by page.id desc`.execute(db);
  return rows;
}
