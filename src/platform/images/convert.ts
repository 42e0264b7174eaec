import { boundedQueue } from '../bounded-queue.ts';
import { convertIsolated } from './child-process.ts';
import { AT_ONCE, COMMENT_FORMATS, POST_FORMATS, WAITING_MAX } from './limits.ts';
import type { ConvertedImage } from './pixels.ts';
import { assertLooksLike } from './sniff.ts';

const slots = boundedQueue(AT_ONCE, WAITING_MAX);

/** The same format and animation, upright, within the long side. */
export async function convertPostImage(bytes: Buffer): Promise<ConvertedImage> {
  assertLooksLike(bytes, POST_FORMATS);
  return slots(() => convertIsolated('post', bytes));
}

/** SPEC §8, D48: JPEG or PNG becomes WebP of the highest quality that fits. */
export async function convertCommentImage(bytes: Buffer): Promise<ConvertedImage> {
  assertLooksLike(bytes, COMMENT_FORMATS);
  return slots(() => convertIsolated('comment', bytes));
}

/** A square WebP from the centre. */
export async function convertAvatar(bytes: Buffer): Promise<ConvertedImage> {
  assertLooksLike(bytes, POST_FORMATS);
  return slots(() => convertIsolated('avatar', bytes));
}
