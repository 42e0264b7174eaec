import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { onCluster } from '../../platform/db/cluster.ts';

/** What a comment is stored by. The id is unique by itself; a statement with the post reads one machine of a cluster. */
export type CommentKey = { post_id: number; id: number };
/** `root_id`: of a root, its own id. */
export type CommentPosition = CommentKey & { root_id: number };

const ID_COLUMNS: Record<string, string> = { comment: 'id', hit: 'id', hidden_reply: 'root_id' };

/** Rows of these comments, which may be of several posts. */
export function isOneOf(
  table:
    | 'comment'
    | 'comment_mention'
    | 'comment_hold'
    | 'comment_revision'
    | 'hidden_reply'
    | 'hit',
  keys: CommentKey[],
): RawBuilder<SqlBool> {
  const id = sql.ref(`${table}.${ID_COLUMNS[table] ?? 'comment_id'}`);
  const posts = [...new Set(keys.map(({ post_id }) => post_id))];
  return sql`(${sql.ref(`${table}.post_id`)} = any(${posts}) and ${id} = any(${keys.map((key) => key.id)}))`;
}

/** The shard of a post's rows, beside a join on the same column. */
export function isOfPost(post_id: RawBuilder<number>): (column: string) => RawBuilder<SqlBool> {
  return (column) => onCluster(sql`${sql.ref(column)} = ${post_id}`);
}

/** The same for posts of one shard. */
export function isOfPosts(column: string, post_ids: RawBuilder<number[]>): RawBuilder<SqlBool> {
  return onCluster(sql`${sql.ref(column)} = any(${post_ids})`);
}
