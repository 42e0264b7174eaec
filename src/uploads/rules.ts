export const PURPOSES = ['post', 'comment', 'avatar'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** What shows an upload. */
export type Holder = { kind: 'post' | 'comment' | 'profile'; id: number };

/** D48: how long an upload that nothing shows is kept: an author may still be writing. */
export const UNUSED_HOURS = 24;
/** SPEC §8: comment images need this level. */
export const COMMENT_IMAGE_LEVEL = 4;

const PATH = '/uploads/';

export function urlOf(key: string): string {
  return `${PATH}${key}`;
}

/** Everybody may see these; what else the storage holds is nobody's to ask for here. */
export function isPublicKey(key: string): boolean {
  return PURPOSES.some((purpose) => key.startsWith(`${purpose}/`));
}

/** The key an image address of this site stands for; undefined for any other address. */
export function keyOf(src: string): string | undefined {
  return src.startsWith(PATH) ? src.slice(PATH.length) : undefined;
}

/** Every upload an HTML text may be showing; what it really shows is for the sanitizer to decide. */
export function keysIn(html: string): string[] {
  return [
    ...new Set(
      [...html.matchAll(/\/uploads\/([a-z0-9/._-]{1,200})/g)].map((match) => match[1] ?? ''),
    ),
  ];
}
