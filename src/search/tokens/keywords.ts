import { STOP_WORDS } from './stop-words.ts';

/** A word of a post, and how often it stands in the title and tags, and in the text. */
export type PostWord = { lexeme: string; titles: number; texts: number };
export type Keyword = { lexeme: string; weight: number };

/** A title or tag names what a post is about. */
const IN_TITLE = 3;
const KEYWORDS_MAX = 8;
/** Words that this part of the posts has tell nothing about one of them. */
const COMMON = 0.2;
/** For words that the statistics do not list: these list the most common ones. */
const RARE = 0.0005;

/**
 * What a post is about: words that it has often and other posts have rarely. `shares`: the part of all posts that has a
 * word, for the most common words; empty on a site too small for statistics.
 */
export function pickKeywords(words: PostWord[], shares: ReadonlyMap<string, number>): Keyword[] {
  return words
    .filter(({ lexeme }) => !STOP_WORDS.has(lexeme) && (shares.get(lexeme) ?? 0) < COMMON)
    .map(({ lexeme, titles, texts }) => {
      const often = (titles > 0 ? IN_TITLE : 0) + Math.log1p(texts);
      return { lexeme, weight: often * -Math.log(Math.max(RARE, shares.get(lexeme) ?? RARE)) };
    })
    .toSorted((a, b) => b.weight - a.weight || (a.lexeme < b.lexeme ? -1 : 1))
    .slice(0, KEYWORDS_MAX);
}

/** How much of what a post is about another one has too, from 0 to 1. */
export function similarity(keywords: Keyword[], shared: readonly string[]): number {
  const all = keywords.reduce((sum, { weight }) => sum + weight, 0);
  const both = keywords.reduce(
    (sum, { lexeme, weight }) => sum + (shared.includes(lexeme) ? weight : 0),
    0,
  );
  return all === 0 ? 0 : both / all;
}
