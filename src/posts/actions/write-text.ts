import type { Context, Viewer } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { isEmptyBody } from '../../platform/html/empty.ts';
import type { TrustedHtml } from '../../platform/html/trusted.ts';
import { Refusal } from '../../refusals.ts';
import { attachOwnUploads, findOwnUploads } from '../../uploads/actions.ts';
import { imageKeysIn, keyOf, keysIn } from '../../uploads/rules.ts';
import type { PostDraft } from '../schema.ts';
import type { PostText } from '../store/posts.ts';
import { runProcessText } from './text-work.ts';

/**
 * D26: everything that is stored has been through here; before the transaction, because it takes a while, and after
 * everything that can refuse the post without it.
 * A40: an image is shown only by who uploaded it.
 */
export async function writeText(ctx: Context, viewer: Viewer, input: PostDraft): Promise<PostText> {
  const own = await findOwnUploads(ctx.db, viewer, 'post', [
    ...keysIn(input.body),
    ...coverKeys(input),
  ]);
  const text = await runProcessText(ctx, viewer, {
    html: input.body,
    ownImages: [...own],
    summary: input.summary?.trim() ?? '',
  });
  return {
    ...text,
    title: input.title.trim(),
    cover_key: coverKeys(input).find((key) => own.has(key)) ?? null,
  };
}

/** What readers or reviewers get shows something: text or a picture. A draft may be empty. */
export function assertNotEmpty(body: string): void {
  if (!isEmptyBody(body as TrustedHtml)) return;
  const fields = [{ pointer: '/body', detail: 'needs text or a picture' }];
  throw new Refusal('empty_body', {}, { fields });
}

/** D18: the one optional picture of a post; an address that is none of the author's uploads is none. */
function coverKeys({ cover_url }: PostDraft): string[] {
  const key = cover_url ? keyOf(cover_url) : undefined;
  return key === undefined ? [] : [key];
}

/** Every version keeps its images, so that an older one can be shown again whole. */
export function keepImages(
  trx: Trx,
  viewer: Viewer,
  postId: number,
  text: PostText,
): Promise<void> {
  const keys = new Set([...imageKeysIn(text.body), ...(text.cover_key ? [text.cover_key] : [])]);
  return attachOwnUploads(trx, viewer, 'post', [...keys], { kind: 'post', id: postId });
}
