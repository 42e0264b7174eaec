import { COMMENT_BYTES_MAX, ENCODES_MAX, QUALITY_RANGE } from './limits.ts';

type Encode = (quality: number, scale: number) => Promise<Buffer>;

const [LOWEST, HIGHEST] = QUALITY_RANGE;
// Tried first, then the lowest. The range on either side is small enough to bisect within the remaining encodes, and a
// picture that is too big at any quality is known after two, with encodes left to shrink it.
const FIRST = 60;
// A smaller picture has more bytes per pixel, so the plain ratio would end just above the limit.
const SHRINK_MARGIN = 0.9;

/** The highest quality that fits. Shrinks the picture only if the lowest quality does not fit. */
export async function encodeToFit(encode: Encode): Promise<Buffer | undefined> {
  let [low, high]: [number, number] = [LOWEST, HIGHEST];
  let [quality, scale] = [FIRST, 1];
  let best: Buffer | undefined;
  for (let encodes = 0; encodes < ENCODES_MAX && low <= high; encodes++) {
    const tried = await encode(quality, scale);
    if (tried.length <= COMMENT_BYTES_MAX) {
      best = tried;
      low = quality + 1;
    } else if (quality === LOWEST) {
      scale *= Math.sqrt(COMMENT_BYTES_MAX / tried.length) * SHRINK_MARGIN;
      high = HIGHEST;
    } else {
      high = quality - 1;
    }
    quality = best ? Math.ceil((low + high) / 2) : LOWEST;
  }
  return best;
}
