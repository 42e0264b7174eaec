import { sql } from 'kysely';
import { FOR_EVERYBODY } from '../../blocks/rules.ts';
import type { Db } from '../../platform/db/database.ts';
import type { CardRow } from '../../users/schema.ts';
import { isVisible } from './read.ts';

export type CommentExcerpt = CardRow & {
  id: number;
  post_id: number;
  excerpt: string;
  created_at: Date;
};

/** D25: those of the ids that are visible under their post; whether the post is visible is another question. */
export async function listCommentExcerpts(
  db: Db,
  ids: number[],
  length: number,
): Promise<CommentExcerpt[]> {
  const { rows } = await sql<CommentExcerpt>`
    select comment.id, comment.post_id, left(comment.body, ${length}) as excerpt, comment.created_at,
           users.uid, users.username, users.avatar_key, users.exp
      from comment join comment root on root.id = coalesce(comment.root_id, comment.id)
      join users on users.uid = comment.author_uid
     where comment.id = any(${ids}) and ${isVisible('comment', FOR_EVERYBODY)}
       and ${isVisible('root', FOR_EVERYBODY)}`.execute(db);
  return rows;
}
