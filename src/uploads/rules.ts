export const PURPOSES = ['post', 'comment', 'avatar'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** The content that shows an upload. */
export type UploadOwner = { kind: 'post' | 'comment' | 'profile'; id: number };

/** D48: unused uploads are deleted after this: their author may still be writing. */
export const UNUSED_HOURS = 24;
/** A picture that was taken down is served to nobody, but its file stays for as long as the staff can undo that. */
export const REMOVED_SECONDS = 3600;
/** SPEC §8: the formats that a refusal names. */
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

/** The storage also contains files that this route must not serve, e.g. exports. */
export function isPictureKey(key: string): boolean {
  return PURPOSES.some((purpose) => key.startsWith(`${purpose}/`));
}

/** The file name is random, and its content never changes. */
export function etagOf(key: string): string {
  return `"${key.slice(key.lastIndexOf('/') + 1)}"`;
}

/** The key of an image URL of this site; undefined for any other URL. */
export function keyOf(src: string): string | undefined {
  return src.startsWith(PATH) ? src.slice(PATH.length) : undefined;
}

/** Every upload that an HTML text may show; the sanitizer decides which it really shows. */
export function keysIn(html: string): string[] {
  return [
    ...new Set(
      [...html.matchAll(/\/uploads\/([a-z0-9/._-]{1,200})/g)].map((match) => match[1] ?? ''),
    ),
  ];
}

/** The serializer escapes quotation marks in attributes, so a value ends at the next one. */
const IMAGE = /<img(?:\s+(?!src=)[\w-]+(?:="[^"]*")?)*\s+src="\/uploads\/([a-z0-9/._-]{1,200})"/g;

/** The uploads that the `<img>` elements of a sanitized text show; a URL in text or in a link shows nothing. */
export function imageKeysIn(sanitized: string): string[] {
  return [...new Set([...sanitized.matchAll(IMAGE)].map((match) => match[1] ?? ''))];
}
