import type { Viewer } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { highlightBody } from '../../platform/html/highlight.ts';
import { HtmlTooComplex } from '../../platform/html/limits.ts';
import { sanitizeBody } from '../../platform/html/sanitize.ts';
import { deriveSummary } from '../../platform/html/summary.ts';
import { Refusal } from '../../refusals.ts';
import { holdUploads, lockOwnUploads } from '../../uploads/actions.ts';
import { keyOf, keysIn } from '../../uploads/rules.ts';
import type { PostDraft } from '../schema.ts';
import type { PostText } from '../store/posts.ts';

/** D26: everything that is stored has been through here. A40: an image is shown only by who uploaded it. */
export async function writeText(
  trx: Trx,
  viewer: Viewer,
  input: PostDraft,
): Promise<{ text: PostText; upload_ids: number[] }> {
  const own = await lockOwnUploads(trx, viewer, 'post', keysIn(input.body));
  const shown = new Map(own.map((upload) => [upload.key, upload.id]));
  const text = sanitize(input, (src) => shown.has(keyOf(src) ?? ''));
  const kept = new Set(keysIn(text.body));
  return { text, upload_ids: own.filter(({ key }) => kept.has(key)).map(({ id }) => id) };
}

/** Every version keeps its images, so that an older one can be shown again whole. */
export function keepImages(trx: Trx, postId: number, uploadIds: number[]): Promise<void> {
  return holdUploads(trx, uploadIds, { kind: 'post', id: postId });
}

function sanitize(input: PostDraft, isOwnImage: (src: string) => boolean): PostText {
  try {
    const body = sanitizeBody(input.body, { isOwnImage });
    const rendered = highlightBody(body);
    return {
      title: input.title.trim(),
      summary: input.summary?.trim() || deriveSummary(body),
      body,
      rendered: rendered === body ? null : rendered,
    };
  } catch (error) {
    if (error instanceof HtmlTooComplex) throw new Refusal('body_too_complex');
    throw error;
  }
}
