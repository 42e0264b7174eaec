import type { Context, Viewer } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { isEmptyBody } from '../../platform/html/empty.ts';
import type { TrustedHtml } from '../../platform/html/trusted.ts';
import { Refusal } from '../../refusals.ts';
import { attachOwnUploads, findOwnUploads, showPictures } from '../../uploads/actions.ts';
import { imageKeysIn, keyOf, keysIn } from '../../uploads/rules.ts';
import type { TextMeasures } from '../card-kind.ts';
import type { PostDraft } from '../schema.ts';
import type { PostText } from '../store/posts.ts';
import { runProcessText } from './text-work.ts';

type WrittenText = { text: PostText; measures: TextMeasures };

/**
 * D26: sanitizes every text before it is stored. Runs before the transaction, because it is slow, and after all checks
 * that do not need it. A40: members can show only their own uploads.
 */
export async function writeText(
  ctx: Context,
  viewer: Viewer,
  input: PostDraft,
): Promise<WrittenText> {
  const own = await findOwnUploads(ctx.db, viewer, 'post', [
    ...keysIn(input.body),
    ...coverKeys(input),
  ]);
  const title = input.title.trim();
  const { measures, ...text } = await runProcessText(ctx, viewer, {
    title,
    html: input.body,
    ownImages: [...own.keys()],
    summary: input.summary?.trim() ?? '',
    lang: input.lang ?? null,
  });
  const lang_chosen = Boolean(input.lang);
  const cover_key = coverKeys(input).find((key) => own.has(key)) ?? null;
  return { text: { ...text, title, lang_chosen, cover_key }, measures };
}

/** Readers and reviewers get text or a picture. Only a draft may be empty. */
export function assertNotEmpty(body: string): void {
  if (!isEmptyBody(body as TrustedHtml)) return;
  const fields = [{ pointer: '/body', detail: 'needs text or a picture' }];
  throw new Refusal('empty_body', {}, { fields });
}

/** D18: the optional cover. An address that is not one of the author's uploads counts as none. */
function coverKeys({ cover_url }: PostDraft): string[] {
  const key = cover_url ? keyOf(cover_url) : undefined;
  return key === undefined ? [] : [key];
}

type Pictured = Pick<PostText, 'body' | 'cover_key'>;

/**
 * Attaches the images of every version to the post, so that an older version stays complete. `shown`: the text that is
 * on the post afterwards.
 */
export async function attachImages(
  trx: Trx,
  viewer: Viewer,
  postId: number,
  text: Pictured,
  shown: Pictured = text,
): Promise<void> {
  const keys = new Set([...imageKeysIn(text.body), ...(text.cover_key ? [text.cover_key] : [])]);
  await attachOwnUploads(trx, viewer, 'post', [...keys], { kind: 'post', id: postId });
  if (shown !== text && keys.size > 0) showPictures(trx, postId, shown);
}
