import { type RawBuilder, sql } from 'kysely';
import { FOR_EVERYBODY, type Hidden } from '../../blocks/rules.ts';
import { type HiddenParam, notHiddenSql } from '../../blocks/store/shared.ts';
import type { Db } from '../../platform/db/database.ts';
import { type KeysetPage, PAGE_ROWS } from '../../platform/db/keyset.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import type { CardRow } from '../../users/schema.ts';
import { REPLY_WEIGHT } from '../rules.ts';
import { hiddenReplies } from './hidden.ts';

export type CommentRow = CardRow & {
  id: number;
  post_id: number;
  root_id: number | null;
  reply_to_id: number | null;
  reply_to_author: CardRow | null;
  body: string;
  lang: string | null;
  image_key: string | null;
  image_id: number | null;
  width: number | null;
  height: number | null;
  mentions: { uid: number; label: string; user_version: string }[];
  /** `xmin` of the comment and of its counters: the numbers of the transactions that last wrote them. */
  comment_version: string;
  reply_count: number;
  likes: number;
  /** The smaller, the hotter. */
  rank: number;
  pinned: boolean;
  created_at: Date;
  edited_at: Date | null;
};

type IdRange = { after: number; limit: number };

/** As in the index comment_hottest. */
export const rank = sql`-(ranked.likes + ${sql.lit(REPLY_WEIGHT)} * ranked.replies)`;

const listRepliesQuery = prepareQuery(
  (
    _db,
    { root_id, after, limit, hidden }: Params<IdRange & { root_id: number; hidden: Hidden }>,
  ) => sql<CommentRow>`
    with shown as materialized (
      select ${columnsOf('reply')} from (
        select ${columnsOf('comment')} from comment
         where comment.root_id = ${root_id} and ${isVisible('comment', hidden)} and comment.id > ${after}
         order by comment.id limit ${PAGE_ROWS}
      ) as reply order by reply.id limit ${limit}
    ) ${withPeople(hidden)}
    order by shown.id`,
);

export function listReplies(
  db: Db,
  rootId: number,
  { after = 0, limit }: KeysetPage<number>,
  hidden: Hidden,
): Promise<CommentRow[]> {
  return listRepliesQuery(db, { root_id: rootId, after, limit: limit + 1, hidden });
}

const getShownQuery = prepareQuery(
  (_db, { id }: Params<{ id: number }>) => sql<CommentRow>`
    with shown as (select ${columnsOf('comment')} from comment where comment.id = ${id})
    ${withPeople(FOR_EVERYBODY)}`,
);

export async function getShown(db: Db, id: number): Promise<CommentRow> {
  const [shown] = await getShownQuery(db, { id });
  return shown as CommentRow;
}

/** The post and the root of a comment, deleted or not. They never change, so this may run before any lock. */
export async function findPosition(
  db: Db,
  id: number,
): Promise<{ post_id: number; root_id: number } | undefined> {
  const { rows } = await sql<{ post_id: number; root_id: number }>`
    select post_id, coalesce(root_id, id) as root_id from comment where id = ${id}`.execute(db);
  return rows[0];
}

/** D25: under a visible post, a comment is visible until it, its root or the author of either is deleted. */
export async function findVisibleComment(
  db: Db,
  postId: number,
  id: number,
  hidden: Hidden = FOR_EVERYBODY,
): Promise<VisibleComment | undefined> {
  const { rows } = await sql<VisibleComment>`
    select comment.id, comment.author_uid, comment.body, comment.image_key, comment.created_at, comment.edited_at,
           root.id as root_id, root.author_uid as root_author_uid, root.pinned as root_pinned
      from comment join comment root on root.id = coalesce(comment.root_id, comment.id)
     where comment.id = ${id} and comment.post_id = ${postId}
       and ${isVisible('comment', hidden)} and ${isVisible('root', hidden)}`.execute(db);
  return rows[0];
}

/** All visible comments, as a subquery. Never run by itself. */
export function visibleComments(): RawBuilder<unknown> {
  return sql`
    select comment.id, comment.post_id
      from comment join comment root on root.id = coalesce(comment.root_id, comment.id)
     where ${isVisible('comment', FOR_EVERYBODY)} and ${isVisible('root', FOR_EVERYBODY)}`;
}

export type VisibleComment = {
  id: number;
  author_uid: number;
  body: string;
  image_key: string | null;
  created_at: Date;
  edited_at: Date | null;
  root_id: number;
  root_author_uid: number;
  root_pinned: boolean;
};

/**
 * D25; and D67, not of members whom the reader hides. Few accounts are deleted, and a partial index contains them, so this
 * costs a list next to nothing.
 */
export function isVisible(
  table: 'comment' | 'root' | 'hit',
  hidden: HiddenParam,
): RawBuilder<unknown> {
  const comment = sql.table(table);
  const isShown = hidden ? sql` and ${notHiddenSql(sql`${comment}.author_uid`, hidden)}` : sql``;
  return sql`${comment}.deleted_at is null and not exists (
    select from users hidden where hidden.uid = ${comment}.author_uid and hidden.deleted_at is not null)${isShown}`;
}

export function columnsOf(table: 'comment' | 'root' | 'reply' | 'hit'): RawBuilder<unknown> {
  const names = ['id', 'post_id', 'author_uid', 'root_id', 'reply_to_id', 'body', 'image_key'];
  const columns = [...names, 'lang', 'reply_count', 'pinned', 'created_at', 'edited_at'].map(
    (name) => sql.ref(`${table}.${name}`),
  );
  const version = sql.ref(`${table}.${table === 'comment' ? 'xmin' : 'comment_version'}`);
  return sql.join([...columns, sql`${version} as comment_version`]);
}

/**
 * The rows of a CTE named `shown` with authors, images and mentions; deleted users and those whom the reader hides are
 * left out. `more`: other columns of it.
 */
export function withPeople(hidden: HiddenParam, more = sql``): RawBuilder<unknown> {
  return sql`
    select ${more} shown.id, shown.post_id, shown.root_id, shown.reply_to_id, shown.body, shown.lang,
           shown.reply_count - ${hiddenReplies(sql`shown.id`)} as reply_count,
           shown.pinned, shown.created_at, shown.edited_at, coalesce(ranked.likes, 0) as likes, coalesce(${rank}, 0) as rank,
           concat_ws('.', shown.comment_version, ranked.xmin) as comment_version, users.uid, users.username, users.avatar_key, users.exp,
           users.xmin as user_version,
           shown.image_key, upload.id as image_id, upload.width, upload.height, target.card as reply_to_author,
           coalesce(mentioned.people, '[]') as mentions
      from shown join users on users.uid = shown.author_uid
      left join comment_count ranked on ranked.comment_id = shown.id
      left join upload on upload.key = shown.image_key and upload.removed_at is null
      left join lateral (
        select json_build_object('uid', person.uid, 'username', person.username,
                                 'avatar_key', person.avatar_key, 'exp', person.exp, 'user_version', person.xmin::text) as card
          from comment join users person on person.uid = comment.author_uid
         where comment.id = shown.reply_to_id and person.deleted_at is null
           and ${notHiddenSql(sql`person.uid`, hidden)}
      ) target on true
      left join lateral (
        select json_agg(json_build_object('uid', mention.uid, 'label', mention.label, 'user_version', person.xmin::text)
                        order by mention.uid) as people
          from comment_mention mention join users person on person.uid = mention.uid
         where mention.comment_id = shown.id and person.deleted_at is null
      ) mentioned on true`;
}
