import { type RawBuilder, type SqlBool, sql } from 'kysely';

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

/**
 * The condition that `column` is the post. Citus looks for the shard of a table in conditions on its own column, not in a join with
 * another query level.
 */
export function isOfPost(post_id: RawBuilder<number>): (column: string) => RawBuilder<SqlBool> {
  return (column) => sql`${sql.ref(column)} = ${post_id}`;
}

/**
 * The same for several posts of one shard, beside a join on the same column. `or`: PostgreSQL would look up every row once for each
 * post of the list; like this it filters what the join has found.
 */
export function isOfPosts(column: string, post_ids: RawBuilder<number[]>): RawBuilder<SqlBool> {
  const post = sql.ref(column);
  return sql`(${post} = any(${post_ids}) or ${post} = (${post_ids}::bigint[])[1])`;
}
