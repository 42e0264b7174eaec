import type { Context, Viewer } from '../../context.ts';
import type { Language } from '../../platform/language/languages.ts';
import { editPost } from '../../posts/actions/change-post.ts';
import { getOwnPost } from '../../posts/actions/read-posts.ts';
import { getOwnSummary } from '../../posts/actions/text-work.ts';
import type { OwnPost } from '../../posts/schema.ts';
import { Refusal } from '../../refusals.ts';
import { urlOf } from '../../uploads/rules.ts';
import { findVersion } from '../store/versions.ts';

/**
 * Saves the text of an earlier version again, as a new version on top of `current`: nothing is lost, and two restores
 * at once are one restore and one refusal (D21). Like an autosave it publishes and submits nothing, so a public post
 * stays as it is until its author updates it. The text is sanitized again, by the rules of today.
 */
export async function restoreVersion(
  ctx: Context,
  viewer: Viewer,
  id: number,
  { version, current }: { version: number; current: number },
): Promise<OwnPost> {
  await getOwnPost(ctx, ctx.db, viewer, id);
  const old = await findVersion(ctx.db, id, version);
  if (!old) throw new Refusal('not_found');
  const input = {
    title: old.title,
    summary: await getOwnSummary(ctx, viewer, old),
    body: old.body,
    cover_url: old.cover_key === null ? null : urlOf(old.cover_key),
    lang: old.lang_chosen ? (old.lang as Language | null) : null,
    tags: [...new Set(old.tags)],
    draft: true,
    version: current,
  };
  return editPost(ctx, viewer, id, input, version);
}
