import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../context.ts';
import type { Db } from '../../platform/db/database.ts';
import type { KeysetPage } from '../../platform/db/keyset.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import { everyListedPostQuery } from '../../posts/store/shared/visible-posts.ts';
import type { CardRow } from '../../profiles/schema.ts';
import { EXCERPT_MAX, KINDS, NAMED_MAX, UNREAD_MAX } from '../inbox-rules.ts';
import type { NotificationKind } from '../rules.ts';
import { changedDays } from './likes.ts';
import { type InboxFilter, likesOfOthers, visibleNotifications } from './visible-notifications.ts';

export type NotificationRow = {
  id: number;
  kind: NotificationKind;
  payload: Record<string, number | string>;
  related_id: number | null;
  created_at: Date;
  read_at: Date | null;
  /** Null where nobody caused it, and where they are gone. */
  actor: CardRow | null;
  /** Null where there is none, and where it or its root is gone. */
  comment: { id: number; excerpt: string } | null;
  likes: number | null;
  likers: CardRow[] | null;
};

const BEGINNING = Number.MAX_SAFE_INTEGER;

/** Newest first. The page is found in the index; what it shows is looked up for its rows only. */
export async function listNotifications(
  db: Db,
  wanted: InboxFilter,
  page: KeysetPage<number>,
): Promise<NotificationRow[]> {
  const { uid } = wanted;
  const limit = page.limit + 1;
  const condition = sql`notice.id < ${page.after ?? BEGINNING}`;
  const { rows } = await sql<NotificationRow>`
    with page as materialized (
      select id from (${visibleNotifications(wanted, { condition, limit })}) as found order by id desc limit ${limit}
    )
    select notice.id, notice.kind, notice.payload, notice.related_id, notice.created_at, notice.read_at,
           actor.card as actor, said.comment, liked.likes, liked.likers
      from page join notification notice on notice.uid = ${uid} and notice.id = page.id
      left join lateral (
        select ${card} as card from users person
         where person.uid = notice.actor_uid and person.deleted_at is null
      ) actor on true
      left join lateral (
        select json_build_object('id', comment.id, 'excerpt', left(comment.body, ${EXCERPT_MAX})) as comment
          from comment join comment root on root.id = coalesce(comment.root_id, comment.id)
          join users author on author.uid = root.author_uid
         where comment.id = (notice.payload->>'comment_id')::bigint
           and comment.deleted_at is null and root.deleted_at is null and author.deleted_at is null
      ) said on true
      left join lateral (
        select ${likesOfOthers(uid)} as likes, (
            select json_agg(${card} order by changed_at desc, person.uid desc) from (
              select person.uid, person.username, person.avatar_key, person.exp, reaction.changed_at
                from post_reaction reaction join users person on person.uid = reaction.uid
               where reaction.post_id = post_day.post_id and reaction.day = post_day.day and reaction.kind = 'like'
                 and reaction.uid <> ${uid} and person.deleted_at is null
               order by reaction.changed_at desc limit ${sql.lit(NAMED_MAX)}
            ) as person
          ) as likers
          from post_day
         where notice.kind = 'like' and post_day.post_id = notice.related_id
           and post_day.day = (notice.payload->>'day')::date
      ) liked on true
     order by notice.id desc`.execute(db);
  return rows;
}

/** Of a row named `person`. */
const card = sql`json_build_object('uid', person.uid, 'username', person.username,
                                   'avatar_key', person.avatar_key, 'exp', person.exp)`;

/** D25: titles of those posts the reader may see. */
export async function findTitles(
  db: Db,
  viewer: Viewer,
  ids: number[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; title: string }>`
    select id, title from post
     where id = any(${ids}) and id in (${everyListedPostQuery(db, viewer)})`.execute(db);
  return new Map(rows.map((row) => [row.id, row.title]));
}

const unread = sql`notice.read_at is null`;

/** Every unread notice, up to the most we say of each kind. */
function unreadNotifications(uid: RawBuilder<number>): RawBuilder<unknown> {
  return visibleNotifications({ uid, kinds: KINDS }, { condition: unread, limit: UNREAD_MAX });
}

const unreadByKind = prepareQuery(
  (_db, { uid }: Params<{ uid: number }>) =>
    sql<{ kind: NotificationKind; unread: number }>`
      select kind, count(*) as unread from (${unreadNotifications(uid)}) as found group by kind`,
);

export function countUnread(
  db: Db,
  uid: number,
): Promise<{ kind: NotificationKind; unread: number }[]> {
  return unreadByKind(db, { uid });
}

/** The columns `unread`, and `untold`: whether days of likes wait to be told of before that is right. */
export function unreadColumns(
  uid: RawBuilder<number>,
  today: RawBuilder<string>,
): RawBuilder<unknown> {
  return sql`(select count(*) from (${unreadNotifications(uid)}) as found) as unread,
    exists (${changedDays(uid, today)}) as untold`;
}

/** Newest first, so that what comes in meanwhile is not reached. */
export async function listUnread(
  db: Db,
  wanted: InboxFilter,
  page: KeysetPage<number>,
): Promise<number[]> {
  const condition = sql`${unread} and notice.id < ${page.after ?? BEGINNING}`;
  const { rows } = await sql<{ id: number }>`
    select id from (${visibleNotifications(wanted, { condition, limit: page.limit })}) as found
     order by id desc limit ${page.limit}`.execute(db);
  return rows.map((row) => row.id);
}
