import type { Context, Viewer } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { detectLanguage } from '../../platform/language/detect.ts';
import type { Language } from '../../platform/language/languages.ts';
import { type FieldError, Refusal } from '../../refusals.ts';
import { attachOwnUploads, findOwnUploads } from '../../uploads/actions.ts';
import { keyOf } from '../../uploads/rules.ts';
import { BODY_MAX, readBody } from '../rules.ts';
import type { CommentDraft } from '../schema.ts';
import { type CommentImage, NO_IMAGE } from '../store/write.ts';

/** A sent text as it is stored. */
export type CommentText = {
  body: string;
  lang: Language | null;
  image: CommentImage;
  mention_uids: number[];
};

/** A40: a comment shows only images that its author uploaded for comments. */
export async function readText(
  ctx: Context,
  viewer: Viewer,
  draft: CommentDraft,
): Promise<CommentText> {
  const body = readBody(draft.body);
  if (body === undefined) throw invalid('/body', `1 to ${BODY_MAX} visible characters`);
  const key = draft.image_url ? keyOf(draft.image_url) : undefined;
  const image = key === undefined ? NO_IMAGE : await findImage(ctx, viewer, key);
  const lang = await detectLanguage(body);
  return { body, lang, image, mention_uids: draft.mention_uids ?? [] };
}

async function findImage(ctx: Context, viewer: Viewer, key: string): Promise<CommentImage> {
  const own = (await findOwnUploads(ctx.db, viewer, 'comment', [key])).get(key);
  if (!own) throw invalid('/image_url', 'not an image you uploaded for a comment');
  return { image_key: key, image_id: own.id, image_width: own.width, image_height: own.height };
}

/** After the comment has the image: if it was swept meanwhile, the transaction fails. */
export async function attachImage(
  trx: Trx,
  viewer: Viewer,
  id: number,
  { image: { image_key } }: CommentText,
): Promise<void> {
  const keys = image_key === null ? [] : [image_key];
  await attachOwnUploads(trx, viewer, 'comment', keys, { kind: 'comment', id });
}

function invalid(pointer: string, detail: string): Refusal {
  const fields: FieldError[] = [{ pointer, detail }];
  return new Refusal('invalid_input', {}, { fields });
}
