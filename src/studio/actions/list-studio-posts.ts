import type { Context, Viewer } from '../../context.ts';
import type { Page, PageRequest } from '../../platform/http/pagination.ts';
import { listOwnPosts } from '../../posts/actions/read-posts.ts';
import type { PostStatus } from '../../posts/rules.ts';
import { findReads } from '../../reads/actions/count-reads.ts';
import type { StudioPostSummary } from '../schema.ts';

/** The caller's posts with their reads, last edited first. */
export async function listStudioPosts(
  ctx: Context,
  viewer: Viewer,
  request: PageRequest & { status?: PostStatus },
): Promise<Page<StudioPostSummary>> {
  const page = await listOwnPosts(ctx, viewer, request);
  const readsOf = await findReads(
    ctx,
    page.items.map(({ id }) => id),
  );
  return { ...page, items: page.items.map((post) => ({ ...post, reads: readsOf(post.id) })) };
}
