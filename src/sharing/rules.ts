import { createHash } from 'node:crypto';
import type { Language } from '../platform/language/languages.ts';

/** In the storage of the uploads. Never served by `/uploads`, never backed up: they can be drawn again. */
export const PICTURES_PREFIX = 'share/';
/** A picture that is older is drawn again when somebody asks for it. */
export const PICTURE_DAYS = 30;
/** Raise it when pictures look different, so that the stored ones are not used any more. */
const DESIGN = 1;
const VERSION_LENGTH = 12;
const FOLDER_POSTS = 1000;
/** Two lines, in widths of a Han character. */
const SUMMARY_WIDTH = 50;

/** Changes with every value, so that a picture is never older than what it shows. */
export function versionOf(values: readonly (string | number | null)[]): string {
  const text = JSON.stringify([DESIGN, ...values]);
  return createHash('sha256').update(text).digest('hex').slice(0, VERSION_LENGTH);
}

/** All pictures of a post. Folders stay small however many posts there are. */
export function picturesOf(postId: number): string {
  return `${PICTURES_PREFIX}${Math.floor(postId / FOLDER_POSTS)}/${postId}/`;
}

/** The site has two names; a picture shows the one that readers of the post read. */
export function siteLocale(lang: Language | null): 'zh-CN' | 'en' {
  return lang === null || lang === 'zh' ? 'zh-CN' : 'en';
}

/** As much as fits in two lines. */
export function cutSummary(text: string): string {
  let width = 0;
  let cut = '';
  for (const character of text) {
    width += character.charCodeAt(0) < 0x2e80 ? 0.55 : 1;
    if (width > SUMMARY_WIDTH) return `${cut.trimEnd()}…`;
    cut += character;
  }
  return cut;
}
