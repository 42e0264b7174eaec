import { sql } from 'kysely';
import { FOR_EVERYBODY } from '../../blocks/rules.ts';
import type { Db } from '../../platform/db/database.ts';
import type { TrustedHtml } from '../../platform/html/trusted.ts';
import { publicPostsQuery } from '../../posts/store/shared/visible-posts.ts';

/** In bytes. A feed of twenty longer texts would block the process while it is written. */
const TEXT_MAX = 20_000;

export type FeedText = { id: number; html: TrustedHtml | null; written_at: Date | null };

/** The texts of public posts; null for a long one, or by the author's choice: the database does not even read it. */
export function listFeedTexts(db: Db, ids: number[]): Promise<FeedText[]> {
  const html = sql<TrustedHtml>`coalesce(post.rendered, post.body)`;
  return (
    publicPostsQuery(db, ids, FOR_EVERYBODY)
      .innerJoin('users', 'users.uid', 'post.author_uid')
      // Trusted: only the sanitizer and the highlighter write these columns.
      .select(
        sql<TrustedHtml | null>`
          case when users.feeds_full and octet_length(${html}) <= ${sql.lit(TEXT_MAX)} then ${html} end`.as(
          'html',
        ),
      )
      .select('post.written_at')
      .execute()
  );
}

/** Whose feeds contain these posts, or did: the authors, and the tags by the names of their pages. */
export async function findFeedsOf(
  db: Db,
  postIds: number[],
): Promise<{ authors: number[]; slugs: string[] }> {
  const { rows } = await sql<{ authors: number[] | null; slugs: string[] | null }>`
    select array_agg(distinct post.author_uid) as authors,
           array_agg(distinct tag.slug) filter (where tag.slug is not null) as slugs
      from post left join lateral unnest(post.tag_ids) as chosen (id) on true
      left join tag as first on first.id = chosen.id
      left join tag on tag.id = coalesce(first.merged_into, first.id) and not tag.blocked
     where post.id = any(${postIds})`.execute(db);
  return { authors: rows[0]?.authors ?? [], slugs: rows[0]?.slugs ?? [] };
}
