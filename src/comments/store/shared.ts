import { sql } from 'kysely';
import { FOR_EVERYBODY } from '../../blocks/rules.ts';
import type { Db } from '../../platform/db/database.ts';
import type { CardRow } from '../../users/schema.ts';
import { cardSql } from '../../users/store/shared.ts';
import { type CommentKey, isOneOf } from './keys.ts';
import { isRootOf, isVisible } from './read.ts';

export type CommentExcerpt = CardRow & CommentKey & { excerpt: string; created_at: Date };

/** D25: those of the comments that are visible under their post; whether the post is visible is another question. */
export async function listCommentExcerpts(
  db: Db,
  keys: CommentKey[],
  length: number,
): Promise<CommentExcerpt[]> {
  const { rows } = await sql<CommentExcerpt>`
    select comment.id, comment.post_id, left(comment.body, ${length}) as excerpt, comment.created_at,
           ${cardSql('author')}
      from comment join comment root on ${isRootOf('comment')}
      join member_card author on author.uid = comment.author_uid
     where ${isOneOf('comment', keys)} and ${isVisible('comment', FOR_EVERYBODY)}
       and ${isVisible('root', FOR_EVERYBODY)}`.execute(db);
  return rows;
}
