/** Lexemes that name when a post was published; `search_posts` of migration 0045 reads them, newest first. */
const BUCKETS = { b: 14, c: 17, d: 20, e: 23, f: 26 } as const;

/** Of seconds: each is eight times as long as the one before, from 4½ hours to 2 years. */
export function bucketsOf(publishedAt: Date): string[] {
  const second = Math.floor(publishedAt.getTime() / 1000);
  return Object.entries(BUCKETS).map(([name, bits]) => `#${name}${Math.floor(second / 2 ** bits)}`);
}

export const authorLexeme = (uid: number) => `#a${uid}`;
export const tagLexeme = (id: number) => `#t${id}`;
export const languageLexeme = (lang: string) => `#l${lang}`;
