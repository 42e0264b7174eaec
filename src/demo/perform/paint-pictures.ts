import { uploadImage } from '../../uploads/actions.ts';
import { createLanes } from '../lanes.ts';
import { drawPicture } from '../pictures/draw.ts';
import type { Deed, DeedOf } from '../plan/deeds.ts';
import { type Stage, viewerOf } from './stage.ts';

/** As many as are converted at the same time, so that none waits too long to be taken. */
const AT_ONCE = 2;

/**
 * Paints and uploads the pictures of all posts, in the order in which they will be wanted. Begun before
 * anything else, because it takes the longest; each waits for its author to have joined.
 */
export async function paintPictures(stage: Stage, deeds: Deed[]): Promise<void> {
  const lanes = createLanes(AT_ONCE);
  for (const deed of deeds) {
    if (deed.kind !== 'write' || !deed.article.post.picture) continue;
    const painted = Promise.withResolvers<string>();
    painted.promise.catch(() => {});
    stage.pictures.set(deed.article.post, painted.promise);
    lanes.add({ holds: [] }, async () => {
      try {
        painted.resolve(await upload(stage, deed));
      } catch (error) {
        painted.reject(error);
        throw error;
      }
    });
  }
  await lanes.finish();
}

async function upload(stage: Stage, deed: DeedOf<'write'>): Promise<string> {
  const { picture, title } = deed.article.post;
  if (!picture) throw new Error(`${title} has no picture`);
  const bytes = await drawPicture(picture, title);
  await stage.joined.get(deed.by)?.promise;
  const ctx = stage.at(deed.when);
  const { url } = await uploadImage(ctx, viewerOf(stage, deed), 'post', bytes);
  return url;
}
