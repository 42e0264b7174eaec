import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** What a comment is stored by. The id is unique by itself; a statement with the post reads one machine of a cluster. */
export type CommentKey = { post_id: number; id: number };
/** `root_id`: of a root, its own id. */
export type CommentPosition = CommentKey & { root_id: number };

/** Rows of these comments, which may be of several posts. */
export function isOneOf(
  table: 'comment' | 'comment_mention' | 'comment_hold' | 'comment_revision',
  keys: CommentKey[],
): RawBuilder<SqlBool> {
  const id = sql.ref(table === 'comment' ? 'comment.id' : `${table}.comment_id`);
  const posts = [...new Set(keys.map(({ post_id }) => post_id))];
  return sql`(${sql.ref(`${table}.post_id`)} = any(${posts}) and ${id} = any(${keys.map((key) => key.id)}))`;
}
