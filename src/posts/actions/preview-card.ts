import type { Context, Viewer } from '../../context.ts';
import { Refusal } from '../../refusals.ts';
import type { PostSummary } from '../schema.ts';
import { findVisiblePost } from '../store/posts.ts';
import { findTaggedRevision } from '../store/revision-texts.ts';
import { deriveCard } from './derive-cards.ts';
import { presentSummary } from './present.ts';

/** The newest text of an own post as lists would show it if it were published now. */
export async function previewCard(ctx: Context, viewer: Viewer, id: number): Promise<PostSummary> {
  const post = await findVisiblePost(ctx.db, viewer, id);
  if (!post || post.author_uid !== viewer.uid) throw new Refusal('not_found');
  const newest = (await findTaggedRevision(ctx.db, id, post.version)) ?? post;
  const card = await deriveCard(ctx.db, newest, post.version);
  return presentSummary(ctx, {
    ...post,
    ...newest,
    ...card,
    live_version: post.version,
    status: 'approved',
    published_at: post.published_at ?? ctx.now(),
  });
}
