import { type RawBuilder, sql } from 'kysely';
import { batchedRead, COLD_ROWS } from '../../platform/db/batch/batched-read.ts';
import type { Db } from '../../platform/db/database.ts';
import { type KeysetPage, PAGE_LIMIT, PAGE_ROWS } from '../../platform/db/keyset.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import type { CardRow } from '../../users/schema.ts';
import { type CommentOrder, FIRST_REPLIES } from '../rules.ts';
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
  /** `comment.xmin`: the number of the transaction that last wrote the row. */
  comment_version: string;
  reply_count: number;
  created_at: Date;
};

type IdRange = { after: number; limit: number };

type RootsRange = IdRange & { post_ids: number[] };

/** The index of root comments serves both directions. */
const listRootsQueries = {
  newest: prepareQuery((_db, range: Params<RootsRange>) => rootsSql(range, sql`<`, sql`desc`)),
  oldest: prepareQuery((_db, range: Params<RootsRange>) => rootsSql(range, sql`>`, sql`asc`)),
};

function rootsSql(
  { post_ids, after, limit }: Params<RootsRange>,
  beyond: RawBuilder<unknown>,
  direction: RawBuilder<unknown>,
): RawBuilder<CommentRow> {
  return sql<CommentRow>`
    with root as materialized (
      select ${columnsOf('root')} from unnest(${post_ids}::bigint[]) as requested(post_id) cross join lateral (
        select ${columnsOf('root')} from (
          select ${columnsOf('comment')} from comment
           where comment.post_id = requested.post_id and comment.root_id is null and ${isVisible('comment')}
             and comment.id ${beyond} ${after}
           order by comment.id ${direction} limit ${PAGE_ROWS}
        ) as root order by root.id ${direction} limit ${limit}
      ) as root
    ), shown as (
      select ${columnsOf('root')} from root
      union all
      select ${columnsOf('reply')} from root cross join lateral (
        select ${columnsOf('comment')} from comment
         where comment.root_id = root.id and ${isVisible('comment')}
         order by comment.id limit ${sql.lit(FIRST_REPLIES)}
      ) reply
    ) ${withPeople()}
    order by coalesce(shown.root_id, shown.id) ${direction}, shown.id`;
}

const BEFORE_FIRST = { newest: Number.MAX_SAFE_INTEGER, oldest: 0 };

/** The first page of comments: every page of a post reads it, so concurrent requests are batched. */
const listNewestRoots = batchedRead(async (db, postIds: number[]) => {
  const rows = await listRootsQueries.newest(db, {
    post_ids: [...new Set(postIds)],
    after: BEFORE_FIRST.newest,
    limit: PAGE_LIMIT + 1,
  });
  const byPost = Map.groupBy(rows, ({ post_id }) => post_id);
  return postIds.map((id) => byPost.get(id) ?? []);
}, COLD_ROWS);

/** Each followed by its first replies, in one statement; a root costs one short index scan. */
export async function listRoots(
  db: Db,
  postId: number,
  order: CommentOrder,
  { after, limit }: KeysetPage<number>,
): Promise<CommentRow[]> {
  if (order === 'newest' && after === undefined && limit === PAGE_LIMIT)
    return listNewestRoots(db, postId);
  return listRootsQueries[order](db, {
    post_ids: [postId],
    after: after ?? BEFORE_FIRST[order],
    limit: limit + 1,
  });
}

const listRepliesQuery = prepareQuery(
  (_db, { root_id, after, limit }: Params<IdRange & { root_id: number }>) => sql<CommentRow>`
    with shown as materialized (
      select ${columnsOf('reply')} from (
        select ${columnsOf('comment')} from comment
         where comment.root_id = ${root_id} and ${isVisible('comment')} and comment.id > ${after}
         order by comment.id limit ${PAGE_ROWS}
      ) as reply order by reply.id limit ${limit}
    ) ${withPeople()}
    order by shown.id`,
);

export function listReplies(
  db: Db,
  rootId: number,
  { after = 0, limit }: KeysetPage<number>,
): Promise<CommentRow[]> {
  return listRepliesQuery(db, { root_id: rootId, after, limit: limit + 1 });
}

const getShownQuery = prepareQuery(
  (_db, { id }: Params<{ id: number }>) => sql<CommentRow>`
    with shown as (select ${columnsOf('comment')} from comment where comment.id = ${id})
    ${withPeople()}`,
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
): Promise<VisibleComment | undefined> {
  const { rows } = await sql<VisibleComment>`
    select comment.id, comment.author_uid, root.id as root_id, root.author_uid as root_author_uid
      from comment join comment root on root.id = coalesce(comment.root_id, comment.id)
     where comment.id = ${id} and comment.post_id = ${postId}
       and ${isVisible('comment')} and ${isVisible('root')}`.execute(db);
  return rows[0];
}

/** All visible comments, as a subquery. Never run by itself. */
export function visibleComments(): RawBuilder<unknown> {
  return sql`
    select comment.id, comment.post_id
      from comment join comment root on root.id = coalesce(comment.root_id, comment.id)
     where ${isVisible('comment')} and ${isVisible('root')}`;
}

export type VisibleComment = {
  id: number;
  author_uid: number;
  root_id: number;
  root_author_uid: number;
};

/** Few accounts are deleted, and a partial index contains them, so this costs a list next to nothing. */
export function isVisible(table: 'comment' | 'root' | 'hit'): RawBuilder<unknown> {
  const comment = sql.table(table);
  return sql`${comment}.deleted_at is null and not exists (
    select from users hidden where hidden.uid = ${comment}.author_uid and hidden.deleted_at is not null)`;
}

export function columnsOf(table: 'comment' | 'root' | 'reply' | 'hit'): RawBuilder<unknown> {
  const names = ['id', 'post_id', 'author_uid', 'root_id', 'reply_to_id', 'body', 'image_key'];
  const columns = [...names, 'lang', 'reply_count', 'created_at'].map((name) =>
    sql.ref(`${table}.${name}`),
  );
  const version = sql.ref(`${table}.${table === 'comment' ? 'xmin' : 'comment_version'}`);
  return sql.join([...columns, sql`${version} as comment_version`]);
}

/** The rows of a CTE named `shown` with authors, images and mentions; deleted users are left out. */
export function withPeople(): RawBuilder<unknown> {
  return sql`
    select shown.id, shown.post_id, shown.root_id, shown.reply_to_id, shown.body, shown.lang,
           shown.reply_count - ${hiddenReplies(sql`shown.id`)} as reply_count,
           shown.created_at, shown.comment_version::text, users.uid, users.username, users.avatar_key, users.exp,
           users.xmin as user_version,
           shown.image_key, upload.id as image_id, upload.width, upload.height, target.card as reply_to_author,
           coalesce(mentioned.people, '[]') as mentions
      from shown join users on users.uid = shown.author_uid
      left join upload on upload.key = shown.image_key and upload.removed_at is null
      left join lateral (
        select json_build_object('uid', person.uid, 'username', person.username,
                                 'avatar_key', person.avatar_key, 'exp', person.exp, 'user_version', person.xmin::text) as card
          from comment join users person on person.uid = comment.author_uid
         where comment.id = shown.reply_to_id and person.deleted_at is null
      ) target on true
      left join lateral (
        select json_agg(json_build_object('uid', mention.uid, 'label', mention.label, 'user_version', person.xmin::text)
                        order by mention.uid) as people
          from comment_mention mention join users person on person.uid = mention.uid
         where mention.comment_id = shown.id and person.deleted_at is null
      ) mentioned on true`;
}
