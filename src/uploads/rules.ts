export const PURPOSES = ['post', 'comment', 'avatar'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** What shows an upload. */
export type UploadOwner = { kind: 'post' | 'comment' | 'profile'; id: number };

/** D48: how long an upload that nothing shows is kept: an author may still be writing. */
export const UNUSED_HOURS = 24;
/** SPEC §8: the formats that a refusal names, for each purpose. */
export const ACCEPTED: Record<Purpose, string> = {
  post: 'JPG, PNG, GIF, WebP',
  comment: 'JPG, PNG',
  avatar: 'JPG, PNG, GIF, WebP',
};
/** SPEC §8: comment images need this level. */
export const COMMENT_IMAGE_LEVEL = 4;

const PATH = '/uploads/';

export function urlOf(key: string): string {
  return `${PATH}${key}`;
}

/** What else the storage holds is nobody's to ask for here. */
export function isPictureKey(key: string): boolean {
  return PURPOSES.some((purpose) => key.startsWith(`${purpose}/`));
}

/** The name is random and what it names never changes. */
export function etagOf(key: string): string {
  return `"${key.slice(key.lastIndexOf('/') + 1)}"`;
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

/** In an attribute the serializer writes a quotation mark as a reference, so a value ends at the next one. */
const IMAGE = /<img(?:\s+(?!src=)[\w-]+(?:="[^"]*")?)*\s+src="\/uploads\/([a-z0-9/._-]{1,200})"/g;

/** The uploads that the images of a sanitized text show. Words and links that mention an address show nothing. */
export function imageKeysIn(sanitized: string): string[] {
  return [...new Set([...sanitized.matchAll(IMAGE)].map((match) => match[1] ?? ''))];
}
