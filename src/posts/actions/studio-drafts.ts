import type { Context, Viewer } from '../../context.ts';
import type { Page, PageRequest } from '../../platform/http/pagination.ts';
import type { DeskSummary } from '../schema.ts';
import { listBodies } from '../store/drafts.ts';
import { countWordsOfBody } from '../word-count.ts';
import { listOwnPosts } from './read-posts.ts';

export type Draft = DeskSummary & { words: number };

/** What the caller has begun, last edited first, with how far it has come. */
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
