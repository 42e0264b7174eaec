import type { Context, Viewer } from '../../context.ts';
import { isPicturePublic, isPictureVisible } from '../store/image-visibility.ts';

/**
 * D55: who may be served a picture now: everybody, this viewer alone, or nobody. From the primary, whatever may be
 * read elsewhere: what was taken down a moment ago must not be served because a replica has not heard of it.
 */
export async function findImageAudience(
  ctx: Context,
  viewer: Viewer | null,
  key: string,
): Promise<'everybody' | 'viewer' | undefined> {
  if (await isPicturePublic(ctx.db, key)) return 'everybody';
  return viewer && (await isPictureVisible(ctx.db, viewer, key)) ? 'viewer' : undefined;
}
