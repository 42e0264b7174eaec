import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import type { TrustedHtml } from '../platform/html/trusted.ts';
import { everyPublicPostQuery, publicPostsQuery } from '../posts/store/shared/visible-posts.ts';

/** The largest id that a post ever had; 0 without posts. Read from the end of the primary key. */
export async function findLastPostId(db: Db): Promise<number> {
  const last = await db.selectFrom('post').select('id').orderBy('id', 'desc').limit(1).execute();
  return last[0]?.id ?? 0;
}

/** Public posts with an id from `first` to `last`, a range of the primary key. */
export function listPublicIds(
  db: Db,
  { first, last }: { first: number; last: number },
): Promise<{ id: number; changed_at: Date }[]> {
  return everyPublicPostQuery(db)
    .select(['post.id', sql<Date>`coalesce(post.published_at, post.updated_at)`.as('changed_at')])
    .where('post.id', '>=', first)
    .where('post.id', '<=', last)
    .orderBy('post.id')
    .execute();
}

/** In bytes. A feed of twenty longer texts would block the process while it is written. */
const TEXT_MAX = 20_000;

export type FeedText = { id: number; html: TrustedHtml | null; written_at: Date | null };

/** The texts of public posts; null for a long one, which the database does not even read. */
export function listFeedTexts(db: Db, ids: number[]): Promise<FeedText[]> {
  const html = sql<TrustedHtml>`coalesce(post.rendered, post.body)`;
  return (
    publicPostsQuery(db, ids)
      .leftJoin('post_revision', (join) =>
        join
          .onRef('post_revision.post_id', '=', 'post.id')
          .onRef('post_revision.version', '=', 'post.live_version'),
      )
      // Trusted: only the sanitizer and the highlighter write these columns.
      .select(
        sql<TrustedHtml | null>`case when octet_length(${html}) <= ${sql.lit(TEXT_MAX)} then ${html} end`.as(
          'html',
        ),
      )
      .select('post_revision.created_at as written_at')
      .execute()
  );
}
