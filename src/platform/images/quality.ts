import { COMMENT_BYTES_MAX, ENCODES_MAX, QUALITY_RANGE } from './limits.ts';

type Encode = (quality: number, scale: number) => Promise<Buffer>;

const [LOWEST, HIGHEST] = QUALITY_RANGE;
// Asked first, then the lowest: what is left on either side is few enough to be bisected exactly, and a
// picture too big at any quality is known after two encodes, while there are some left to shrink it.
const FIRST = 60;
// A smaller picture has more bytes to the pixel, so the bare ratio would land just above the limit.
const SHRINK_MARGIN = 0.9;

/** The highest quality whose encoding fits; dimensions give way only when the lowest does not. */
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
