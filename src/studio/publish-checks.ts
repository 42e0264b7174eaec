import { isEmptyBody } from '../platform/html/empty.ts';
import type { TrustedHtml } from '../platform/html/trusted.ts';

/** What the sanitized text tells about its pictures. */
export type TextFacts = { isEmpty: boolean; pictures: number; noAlt: number; missing: number };

export function readText(body: string): TextFacts {
  const images = body.match(/<img\b[^>]*>/g) ?? [];
  return {
    isEmpty: isEmptyBody(body as TrustedHtml),
    pictures: images.length,
    noAlt: images.filter((image) => !/\balt="[^"]*\S[^"]*"/.test(image)).length,
    missing: (body.match(/<figure class="missing-picture"/g) ?? []).length,
  };
}
