import type { Context, Viewer } from '../../context.ts';
import type { TrustedHtml } from '../../platform/html/trusted.ts';
import { Refusal } from '../../refusals.ts';
import type { OwnPostSummary, PostSummary } from '../schema.ts';
import { findArticle } from '../store/posts.ts';
import { recordDraftOpening } from './open-post.ts';
import { presentOwnSummary, presentSummary } from './present.ts';

export type Article = {
  post: PostSummary;
  /** As readers see it, with coloured code. */
  html: TrustedHtml;
  /** When its text was changed after it had become public. */
  edited_at: string | null;
  /** What only the author and the staff know of it; null for everybody else. */
  desk: OwnPostSummary | null;
};

/** What follows this soon after publishing is still the publishing. */
const EDIT_AFTER_MS = 60_000;

/** D25: a post for a page of its own. Hidden and missing are the same refusal. */
export async function getArticle(
  ctx: Context,
  viewer: Viewer | null,
  id: number,
): Promise<Article> {
  const row = await findArticle(ctx.readDb, viewer, id);
  if (!row) throw new Refusal('not_found');
  await recordDraftOpening(ctx, viewer, row);
  const { html, published_at, written_at } = row;
  const isEdited =
    published_at !== null &&
    written_at !== null &&
    written_at.getTime() - published_at.getTime() > EDIT_AFTER_MS;
  if (isEdited) ctx.dependencies.addTime(written_at);
  const isInside = viewer?.uid === row.author_uid || (viewer !== null && viewer.role !== 'member');
  return {
    post: presentSummary(ctx, row),
    html,
    edited_at: isEdited ? written_at.toISOString() : null,
    desk: isInside ? presentOwnSummary(ctx, row) : null,
  };
}
