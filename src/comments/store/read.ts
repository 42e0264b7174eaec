import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { FOR_EVERYBODY, type Hidden } from '../../blocks/rules.ts';
import { type HiddenParam, notHiddenSql } from '../../blocks/store/shared.ts';
import type { Db } from '../../platform/db/database.ts';
import { type KeysetPage, PAGE_ROWS } from '../../platform/db/keyset.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import type { RoutedId } from '../../platform/http/routed-id.ts';
import type { CardRow } from '../../users/schema.ts';
import { cardJsonSql, cardSql, isNotDeletedSql } from '../../users/store/shared.ts';
import { REPLY_WEIGHT } from '../rules.ts';
import { hiddenReplies } from './hidden.ts';
import { type CommentKey, type CommentPosition, isOfPost } from './keys.ts';

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
  image_width: number | null;
  image_height: number | null;
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
    {
      post_id,
      root_id,
      after,
      limit,
      hidden,
    }: Params<IdRange & { post_id: number; root_id: number; hidden: Hidden }>,
  ) => sql<CommentRow>`
    with shown as materialized (
      select ${columnsOf('reply')} from (
        select ${columnsOf('comment')} from comment
         where comment.post_id = ${post_id} and comment.root_id = ${root_id} and ${isVisible('comment', hidden)} and comment.id > ${after}
         order by comment.id limit ${PAGE_ROWS}
      ) as reply order by reply.id limit ${limit}
    ) ${withPeople(hidden, { isOfPosts: isOfPost(post_id) })}
    order by shown.id`,
);

export function listReplies(
  db: Db,
  { post_id, id }: CommentKey,
  { after = 0, limit }: KeysetPage<number>,
  hidden: Hidden,
): Promise<CommentRow[]> {
  return listRepliesQuery(db, { post_id, root_id: id, after, limit: limit + 1, hidden });
}

const getShownQuery = prepareQuery(
  (_db, { post_id, id }: Params<CommentKey>) => sql<CommentRow>`
    with shown as (
      select ${columnsOf('comment')} from comment where comment.post_id = ${post_id} and comment.id = ${id})
    ${withPeople(FOR_EVERYBODY, { isOfPosts: isOfPost(post_id) })}`,
);

export async function getShown(db: Db, { post_id, id }: CommentKey): Promise<CommentRow> {
  const [shown] = await getShownQuery(db, { post_id, id });
  return shown as CommentRow;
}

/**
 * The post and the root of a comment, deleted or not. They never change, so this may run before any lock. Without the post
 * in the address, the index of ids finds it.
 */
export async function findPosition(
  db: Db,
  { owner, id }: RoutedId,
): Promise<CommentPosition | undefined> {
  const isUnder = owner === undefined ? sql`` : sql`post_id = ${owner} and`;
  const { rows } = await sql<CommentPosition>`
    select post_id, id, coalesce(root_id, id) as root_id from comment where ${isUnder} id = ${id}`.execute(
    db,
  );
  return rows[0];
}

/** Those of the numbers that are comments. */
export async function findKeys(db: Db, ids: number[]): Promise<CommentKey[]> {
  const { rows } = await sql<CommentKey>`
    select post_id, id from comment where id = any(${ids})`.execute(db);
  return rows;
}

/** D25: under a visible post, a comment is visible until it, its root or the author of either is deleted. */
export async function findVisibleComment(
  db: Db,
  { post_id, id }: CommentKey,
  hidden: Hidden = FOR_EVERYBODY,
): Promise<VisibleComment | undefined> {
  const { rows } = await sql<VisibleComment>`
    select comment.post_id, comment.id, comment.author_uid, comment.body, comment.image_key, comment.created_at, comment.edited_at,
           root.id as root_id, root.author_uid as root_author_uid, root.pinned as root_pinned
      from comment join comment root on ${isRootOf('comment')}
     where comment.post_id = ${post_id} and comment.id = ${id}
       and ${isVisible('comment', hidden)} and ${isVisible('root', hidden)}`.execute(db);
  return rows[0];
}

/** All visible comments, as a subquery. Never run by itself. Citus finds the shard by a condition on both posts. */
export function visibleComments(): RawBuilder<unknown> {
  return sql`
    select comment.id, comment.post_id, comment.created_at, comment.author_uid,
           root.post_id as root_post_id, root.author_uid as root_author_uid
      from comment join comment root on ${isRootOf('comment')}
     where ${isVisible('comment', FOR_EVERYBODY)} and ${isVisible('root', FOR_EVERYBODY)}`;
}

export type VisibleComment = CommentPosition & {
  author_uid: number;
  body: string;
  image_key: string | null;
  created_at: Date;
  edited_at: Date | null;
  root_author_uid: number;
  root_pinned: boolean;
};

/** D25; and D67, not of members whom the reader hides. */
export function isVisible(
  table: 'comment' | 'root' | 'hit',
  hidden: HiddenParam,
): RawBuilder<unknown> {
  const comment = sql.table(table);
  const isShown = hidden ? sql` and ${notHiddenSql(sql`${comment}.author_uid`, hidden)}` : sql``;
  return sql`${comment}.deleted_at is null and ${isNotDeletedSql(sql`${comment}.author_uid`)}${isShown}`;
}

/** Joins the row `root` of a comment, which is the row itself for a root. */
export function isRootOf(table: 'comment' | 'hit'): RawBuilder<unknown> {
  const comment = sql.table(table);
  return sql`root.post_id = ${comment}.post_id and root.id = coalesce(${comment}.root_id, ${comment}.id)`;
}

export function columnsOf(table: 'comment' | 'root' | 'reply' | 'hit'): RawBuilder<unknown> {
  const names = ['id', 'post_id', 'author_uid', 'root_id', 'reply_to_id', 'body', 'lang'];
  const image = ['image_key', 'image_id', 'image_width', 'image_height'];
  const columns = [...names, ...image, 'reply_count', 'pinned', 'created_at', 'edited_at'].map(
    (name) => sql.ref(`${table}.${name}`),
  );
  const version = sql.ref(`${table}.${table === 'comment' ? 'xmin' : 'comment_version'}`);
  return sql.join([...columns, sql`${version} as comment_version`]);
}

type WithPeople = {
  /** A condition on each table's column of the post, by which Citus finds the shard. */
  isOfPosts?: (column: string) => RawBuilder<SqlBool>;
  /** Other columns of `shown`. */
  more?: RawBuilder<unknown>;
};

/**
 * The rows of a CTE named `shown` with authors and mentions; deleted users and those whom the reader hides are
 * left out.
 */
export function withPeople(
  hidden: HiddenParam,
  { isOfPosts = () => sql`true`, more = sql`` }: WithPeople = {},
): RawBuilder<unknown> {
  return sql`
    select ${more} shown.id, shown.post_id, shown.root_id, shown.reply_to_id, shown.body, shown.lang,
           shown.reply_count - ${hiddenReplies('shown', { isOfPosts })} as reply_count,
           shown.pinned, shown.created_at, shown.edited_at, coalesce(ranked.likes, 0) as likes, coalesce(${rank}, 0) as rank,
           concat_ws('.', shown.comment_version, ranked.xmin) as comment_version, ${cardSql('author')},
           author.version::text as user_version,
           shown.image_key, shown.image_id, shown.image_width, shown.image_height, target.card as reply_to_author,
           coalesce(mentioned.people, '[]') as mentions
      from shown join member_card author on author.uid = shown.author_uid
      left join comment_count ranked
        on ranked.post_id = shown.post_id and ranked.comment_id = shown.id and ${isOfPosts('ranked.post_id')}
      left join lateral (
        select ${cardJsonSql('person', sql`, 'user_version', person.version::text`)} as card
          from comment join member_card person on person.uid = comment.author_uid
         where comment.post_id = shown.post_id and comment.id = shown.reply_to_id and ${isOfPosts('comment.post_id')}
           and person.state <> 'deleted' and ${notHiddenSql(sql`person.uid`, hidden)}
      ) target on true
      left join lateral (
        select json_agg(json_build_object('uid', mention.uid, 'label', mention.label, 'user_version', person.version::text)
                        order by mention.uid) as people
          from comment_mention mention join member_card person on person.uid = mention.uid
         where mention.post_id = shown.post_id and mention.comment_id = shown.id and ${isOfPosts('mention.post_id')}
           and person.state <> 'deleted'
      ) mentioned on true`;
}
