import { normalize } from './normalize.ts';

/** Without what people leave out when they type a name: spaces and punctuation. */
export function normalizeKey(text: string): string {
  return normalize(text).text.replace(/[^\p{L}\p{N}\p{M}]+/gu, '');
}
