import { BODY_MAX } from '../comments/rules.ts';
import { LANGUAGE_TAGS, type Language } from '../platform/language/languages.ts';
import { SUMMARY_MAX, TITLE_MAX } from '../posts/schema.ts';
import { normalizeTag, TAGS_MAX } from '../tags/rules.ts';

export const SYSTEMS = ['wordpress', 'ghost', 'discourse', 'markdown'] as const;
export type System = (typeof SYSTEMS)[number];

/** One text between two tags. A post has at most 200 kB; the rest of a larger one is not worth the memory. */
export const XML_FIELD_MAX = 8 * 1024 * 1024;
/** One item of WordPress with all its comments. */
export const XML_ITEM_MAX = 64 * 1024 * 1024;
export const XML_DEPTH_MAX = 16;
/** Of an export in JSON, which is read whole. */
export const JSON_BYTES_MAX = 256 * 1024 * 1024;
export const MARKDOWN_BYTES_MAX = 2 * 1024 * 1024;
export const FOLDER_DEPTH_MAX = 12;
/** A longer comment continues in replies to itself; this many at most. */
const COMMENT_PARTS_MAX = 40;
/** How many problems a report names. */
export const PROBLEMS_MAX = 200;

const UNTITLED_LENGTH = 40;

/** A title that fits. A post without one is named by its first words, or else by its day. */
export function chooseTitle(title: string, text: string, day: string): string {
  const own = clean(title);
  if (own) return cut(own, TITLE_MAX);
  const first = clean(text);
  return first ? cut(first, UNTITLED_LENGTH) : day;
}

export function chooseSummary(summary: string): string {
  return cut(clean(summary), SUMMARY_MAX);
}

/** The first five that can be tags here, and how many cannot or are too many. */
export function chooseTags(names: string[]): { tags: string[]; left_out: number } {
  const tags = new Map<string, string>();
  for (const text of names) {
    const tag = normalizeTag(text);
    if (tag && !tags.has(tag.slug)) tags.set(tag.slug, tag.name);
  }
  const chosen = [...tags.values()].slice(0, TAGS_MAX);
  return { tags: chosen, left_out: new Set(names).size - chosen.length };
}

export function readLanguage(text: unknown): Language | null {
  const tag = typeof text === 'string' ? text.toLowerCase().split(/[-_]/)[0] : undefined;
  return LANGUAGE_TAGS.find((one) => one === tag) ?? null;
}

/** The dates of an imported post: never in the future, in their order, and the first known one for each missing one. */
export function settleDates(
  dates: Record<'created_at' | 'published_at' | 'updated_at', Date | null>,
  now: Date,
): { created_at: Date; published_at: Date; updated_at: Date } {
  const past = (date: Date | null) => (date && date <= now ? date : null);
  const published = past(dates.published_at) ?? past(dates.created_at) ?? past(dates.updated_at);
  const published_at = published ?? now;
  const created = past(dates.created_at) ?? published_at;
  const updated = past(dates.updated_at) ?? published_at;
  return {
    published_at,
    created_at: new Date(Math.min(created.getTime(), published_at.getTime())),
    updated_at: new Date(Math.max(updated.getTime(), published_at.getTime())),
  };
}

/** A post that was to be published later stays a draft. */
export function isPublicNow(
  { state, published_at }: { state: 'public' | 'draft'; published_at: Date | null },
  now: Date,
): boolean {
  return state === 'public' && (published_at === null || published_at <= now);
}

/** The end of a paragraph, a line, a sentence or a word, the best first. */
const GOOD_ENDS = [['\n\n'], ['\n'], [...'。！？.!?'], [' ', '\t', '\u3000']];

/** A comment in parts that fit, cut at the end of a paragraph, a line or a sentence. */
export function splitComment(text: string): { parts: string[]; is_whole: boolean } {
  const parts: string[] = [];
  let rest = [...text.trim()];
  while (rest.length > 0 && parts.length < COMMENT_PARTS_MAX) {
    const head = rest.slice(0, BODY_MAX).join('');
    const length = rest.length <= BODY_MAX ? rest.length : [...head.slice(0, goodEnd(head))].length;
    parts.push(rest.slice(0, length).join('').trim());
    rest = [...rest.slice(length).join('').trimStart()];
  }
  return { parts: parts.filter(Boolean), is_whole: rest.length === 0 };
}

/** In the second half of the text, so that no part is tiny. */
function goodEnd(head: string): number {
  const half = Math.floor(head.length / 2);
  const tail = head.slice(half);
  for (const ends of GOOD_ENDS) {
    const found = Math.max(...ends.map((end) => tail.lastIndexOf(end)));
    if (found >= 0) return half + found + 1;
  }
  return head.length;
}

/** The same site with and without `www.`, and the proxies that WordPress.com shows pictures through. */
export function isOfSite(url: URL, host: string | null): boolean {
  if (host === null) return false;
  const bare = (name: string) => name.toLowerCase().replace(/^www\./, '');
  return bare(url.host) === bare(host);
}

function clean(text: string): string {
  return text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .toWellFormed();
}

function cut(text: string, max: number): string {
  const characters = [...text];
  return characters.length <= max
    ? text
    : `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`;
}
