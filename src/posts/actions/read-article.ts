import type { Context, Viewer } from '../../context.ts';
import type { TrustedHtml } from '../../platform/html/trusted.ts';
import { Refusal } from '../../refusals.ts';
import type { OwnPostSummary, PostSummary } from '../schema.ts';
import { findArticle } from '../store/posts.ts';
import { findSchedule } from '../store/schedules.ts';
import { recordDraftOpening } from './open-post.ts';
import { presentOwnSummary, presentSummary } from './present.ts';

export type Article = {
  post: PostSummary;
  /** The author's. */
  signature: string;
  /** With highlighted code. */
  html: TrustedHtml;
  /** When the public text changed after publication. */
  edited_at: string | null;
  /** Readers may see what edits changed. */
  has_changes: boolean;
  /** For the author and the staff only. */
  own: OwnPostSummary | null;
};

/** A change this soon after publication does not count as an edit. */
const EDIT_AFTER_MS = 60_000;

/** D25: the post for its own page. Hidden and missing posts get the same refusal. */
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
  const isOwnOrStaff =
    viewer?.uid === row.author_uid || (viewer !== null && viewer.role !== 'member');
  return {
    post: presentSummary(ctx, row),
    signature: row.signature,
    html,
    edited_at: isEdited ? written_at.toISOString() : null,
    has_changes: isEdited && row.has_changes,
    own: isOwnOrStaff
      ? presentOwnSummary(ctx, { ...row, schedule: await findSchedule(ctx.db, row.id) })
      : null,
  };
}
