/** D60 */
export const TAGS_MAX = 5;
export const TAG_LENGTH_MAX = 20;
export const TAG_DESCRIPTION_MAX = 300;
/** Bounds the list of followed posts, which reads one index entry of each followed tag. */
export const FOLLOWED_TAGS_MAX = 200;

/** Between tags where they are typed as one text. Browsers without scripts submit them so. */
export const TAG_SEPARATORS = /[,，、\n]+/;

/** Characters that would end the tag, or its address. */
const NOT_IN_TAGS = /[\p{Cc}#/\\,、]/u;
const ONLY_DOTS = /^\.+$/;
/** `/api/tags/suggest` is not a tag. */
const RESERVED_SLUGS = ['suggest'];

export type TagName = { slug: string; name: string };

/** D60: undefined if the text cannot be a tag. People often type the `#` of a tag, and paste invisible characters. */
export function normalizeTag(text: string): TagName | undefined {
  const name = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/gu, ' ')
    .replace(/^[\s#]+/u, '')
    .trimEnd();
  const slug = slugOf(name);
  const length = [...name].length;
  if (length === 0 || length > TAG_LENGTH_MAX || NOT_IN_TAGS.test(name)) return undefined;
  if (ONLY_DOTS.test(slug) || RESERVED_SLUGS.includes(slug)) return undefined;
  return { slug, name };
}

/** The key of a tag: two names that differ in case only are one tag. */
export function slugOf(name: string): string {
  return name.toLowerCase().normalize('NFKC');
}

/** In the author's order, each tag once; `invalid` is the first text that cannot be a tag. */
export function normalizeTags(texts: readonly string[]): { tags: TagName[]; invalid?: number } {
  const tags = new Map<string, TagName>();
  for (const [index, text] of texts.entries()) {
    if (text.trim() === '') continue;
    const tag = normalizeTag(text);
    if (!tag) return { tags: [], invalid: index };
    if (!tags.has(tag.slug)) tags.set(tag.slug, tag);
  }
  return { tags: [...tags.values()] };
}

export function tagPath(slug: string): string {
  return `/tags/${encodeURIComponent(slug)}`;
}
