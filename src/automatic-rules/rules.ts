/** What a listed word does, the strictest first. */
export const CATEGORIES = ['refuse', 'hold', 'mask'] as const;
export type Category = (typeof CATEGORIES)[number];

export const WORD_MAX = 50;
/** One import; the whole list may be longer. */
export const IMPORT_MAX = 200_000;
export const WORDS_MAX = 50_000;
export const TEST_MAX = 10_000;
/** An explanation names at most so many words. */
const NAMED_MAX = 5;
const LEVEL_MAX = 6;
export const CHOICES = { level: LEVEL_MAX, mentions: 100 } as const;

/** The rules besides the words. */
export type RuleName = 'links' | 'pictures' | 'mentions';

/** A word of the list in a part of a text. */
export type Found = {
  pointer: string;
  word: string;
  category: Category;
  start: number;
  end: number;
};
export type Judgement = { outcome: 'allow' | Category; found: Found[]; rules: RuleName[] };

export type Choices = { links_level: number; pictures_level: number; mentions_max: number };

/** What is judged besides the words. */
export type Circumstances = { level: number; links: boolean; pictures: boolean; mentions: number };

export function brokenRules(choices: Choices, one: Circumstances): RuleName[] {
  const rules: RuleName[] = [];
  if (one.links && one.level < choices.links_level) rules.push('links');
  if (one.pictures && one.level < choices.pictures_level) rules.push('pictures');
  if (choices.mentions_max > 0 && one.mentions > choices.mentions_max) rules.push('mentions');
  return rules;
}

/** The strictest of everything that a text meets. */
export function judge(found: Found[], rules: RuleName[]): Judgement {
  const strictest = CATEGORIES.find((category) => found.some((one) => one.category === category));
  const held = rules.length > 0 && strictest !== 'refuse';
  return { outcome: held ? 'hold' : (strictest ?? 'allow'), found, rules };
}

const LINK = /https?:\/\/|www\.|<a\s/i;

export function hasLink(text: string): boolean {
  return LINK.test(text);
}

/** The words of one outcome, each once. */
export function wordsOf({ found, outcome }: Judgement): string[] {
  const words = found.filter((one) => one.category === outcome).map((one) => one.word);
  return [...new Set(words)].slice(0, NAMED_MAX);
}

const MASK = '＊';

/** The text with the words to mask covered, one sign for each character. */
export function maskText(text: string, found: Found[], pointer: string): string {
  let masked = text;
  for (const { start, end, category, pointer: at } of found) {
    if (category !== 'mask' || at !== pointer) continue;
    masked = masked.slice(0, start) + MASK.repeat(end - start) + masked.slice(end);
  }
  return masked;
}

/** The lines of an import: trimmed, each once, without empty ones and comments. */
export function readWords(lines: string): string[] {
  const words = lines
    .normalize('NFC')
    .split(/\r?\n/)
    .map((line) => line.trim());
  return [...new Set(words)].filter((word) => word !== '' && !word.startsWith('#'));
}
