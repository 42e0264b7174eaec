import type { Context, Viewer } from '../../context.ts';
import { calendarDay } from '../../platform/clock.ts';
import { listPosts } from '../../posts/actions/read-posts.ts';
import type { PostSummary } from '../../posts/schema.ts';
import { findReads } from '../../reads/actions/count-reads.ts';

/** More marks than this would hide the lines of a chart. */
const PUBLISHED_MAX = 20;

export type PublishedPost = PostSummary & { day: string; reads: number };

/** The caller's public posts published since a day, newest first. */
export async function listPublished(
  ctx: Context,
  viewer: Viewer,
  since: string,
): Promise<PublishedPost[]> {
  const { items } = await listPosts(ctx, viewer, { author: viewer.uid, limit: PUBLISHED_MAX });
  const published = items
    .map((post) => ({ ...post, day: calendarDay(new Date(post.published_at ?? post.created_at)) }))
    .filter(({ day }) => day >= since);
  const readsOf = await findReads(
    ctx,
    published.map(({ id }) => id),
  );
  return published.map((post) => ({ ...post, reads: readsOf(post.id) }));
}
