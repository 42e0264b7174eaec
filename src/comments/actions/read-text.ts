import type { Context, Viewer } from '../../context.ts';
import { detectLanguage } from '../../platform/language/detect.ts';
import type { Language } from '../../platform/language/languages.ts';
import { type FieldError, Refusal } from '../../refusals.ts';
import { findOwnUploads } from '../../uploads/actions.ts';
import { keyOf } from '../../uploads/rules.ts';
import { BODY_MAX, readBody } from '../rules.ts';
import type { CommentDraft } from '../schema.ts';

/** A sent text as it is stored. */
export type CommentText = {
  body: string;
  lang: Language | null;
  image_key: string | null;
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
  if (key !== undefined) {
    const own = await findOwnUploads(ctx.db, viewer, 'comment', [key]);
    if (!own.has(key)) throw invalid('/image_url', 'not an image you uploaded for a comment');
  }
  const lang = await detectLanguage(body);
  return { body, lang, image_key: key ?? null, mention_uids: draft.mention_uids ?? [] };
}

function invalid(pointer: string, detail: string): Refusal {
  const fields: FieldError[] = [{ pointer, detail }];
  return new Refusal('invalid_input', {}, { fields });
}
