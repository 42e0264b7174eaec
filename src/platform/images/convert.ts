import { boundedQueue } from '../bounded-queue.ts';
import type { Card } from './card/card.ts';
import { cardFiles } from './card/files.ts';
import { runIsolated } from './child-process.ts';
import type { Icon } from './icons.ts';
import {
  AT_ONCE,
  CARDS_WAITING_MAX,
  COMMENT_FORMATS,
  POST_FORMATS,
  WAITING_MAX,
} from './limits.ts';
import type { ConvertedImage } from './pixels.ts';
import { assertLooksLike } from './sniff.ts';

const slots = boundedQueue(AT_ONCE, WAITING_MAX);
/** One at a time, so that an upload always finds a slot. */
const cardSlot = boundedQueue(1, CARDS_WAITING_MAX);

/** The same format and animation, upright, within the long side. */
export async function convertPostImage(bytes: Buffer): Promise<ConvertedImage> {
  assertLooksLike(bytes, POST_FORMATS);
  return slots(() => runIsolated({ purpose: 'post', bytes }));
}

/** SPEC §8, D48: JPEG or PNG becomes WebP of the highest quality that fits. */
export async function convertCommentImage(bytes: Buffer): Promise<ConvertedImage> {
  assertLooksLike(bytes, COMMENT_FORMATS);
  return slots(() => runIsolated({ purpose: 'comment', bytes }));
}

/** A square WebP from the centre. */
export async function convertAvatar(bytes: Buffer): Promise<ConvertedImage> {
  assertLooksLike(bytes, POST_FORMATS);
  return slots(() => runIsolated({ purpose: 'avatar', bytes }));
}

/** Every size of a site's logo. */
export async function convertLogo(bytes: Buffer): Promise<Icon[]> {
  assertLooksLike(bytes, POST_FORMATS);
  return slots(() => runIsolated<Icon[]>({ logo: bytes }));
}

/** A share picture. */
export function makeCard(card: Card): Promise<ConvertedImage> {
  return cardSlot(() => slots(() => runIsolated({ card, files: cardFiles() })));
}
