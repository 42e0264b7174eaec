import type { Context, Viewer } from '../../context.ts';
import type { Page, PageRequest } from '../../platform/http/pagination.ts';
import { listOwnPosts } from '../../posts/actions/read-posts.ts';
import type { OwnPostSummary } from '../../posts/schema.ts';
import { countWordsOfBody } from '../../posts/word-count.ts';
import { listBodies } from '../store/drafts.ts';

export type Draft = OwnPostSummary & { words: number };

/** The caller's drafts, last edited first, with their word counts. */
export async function listDrafts(
  ctx: Context,
  viewer: Viewer,
  request: PageRequest,
): Promise<Page<Draft>> {
  const page = await listOwnPosts(ctx, viewer, { ...request, status: 'draft' });
  const bodies = await listBodies(
    ctx.db,
    viewer.uid,
    page.items.map((draft) => draft.id),
  );
  return {
    ...page,
    items: page.items.map((draft) => ({
      ...draft,
      words: countWordsOfBody(bodies.get(draft.id) ?? ''),
    })),
  };
}
