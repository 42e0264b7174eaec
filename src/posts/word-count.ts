const TAG = /<[^<>]*>/g;
const FORMULA = /<code class="language-math">[^<]*<\/code>/g;
const ENTITY = /&#?\w+;/g;
/** Scripts without spaces count by the character … */
const CHARACTERS = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]+/gu;
/** The first half of a surrogate pair. */
const HALF = /[\uD800-\uDBFF]/g;
/** … all other letters and digits by the word. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’._-]*/gu;

/** An average reading speed. */
const CHARACTERS_A_MINUTE = 400;
const WORDS_A_MINUTE = 200;

function count(text: string): { characters: number; words: number } {
  let characters = 0;
  const rest = text.replace(CHARACTERS, (run) => {
    characters += run.length - (run.match(HALF)?.length ?? 0);
    return ' ';
  });
  return { characters, words: rest.match(WORD)?.length ?? 0 };
}

/** The length as writers count it: 字数. */
export function countWords(text: string): number {
  const { characters, words } = count(text);
  return characters + words;
}

export function countWordsOfBody(html: string): number {
  return countWords(textOf(html));
}

/** Close to the text, for counting. Notes count, formulas do not. */
function textOf(html: string): string {
  return html.replace(FORMULA, ' ').replace(TAG, ' ').replace(ENTITY, ' ');
}

/** Writers count such a text in characters, others in words. */
export function isMostlyCharacters(text: string): boolean {
  const { characters, words } = count(text);
  return characters > words;
}

/** In whole minutes, one at least. */
export function readingMinutes(text: string): number {
  const { characters, words } = count(text);
  return Math.max(1, Math.round(characters / CHARACTERS_A_MINUTE + words / WORDS_A_MINUTE));
}

export function readingMinutesOfBody(html: string): number {
  return readingMinutes(textOf(html));
}
