import type { Context, Viewer } from '../../context.ts';
import { isImagePublic, isImageVisible } from '../store/image-visibility.ts';

/**
 * D55: whether an image may be served to everybody, to this viewer only, or not at all (undefined). Always read from the
 * primary: a lagging replica must not serve an image that was just taken down.
 */
export async function findImageAudience(
  ctx: Context,
  viewer: Viewer | null,
  key: string,
): Promise<'everybody' | 'viewer' | undefined> {
  if (await isImagePublic(ctx.db, key)) return 'everybody';
  return viewer && (await isImageVisible(ctx.db, viewer, key)) ? 'viewer' : undefined;
}
