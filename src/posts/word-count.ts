const TAG = /<[^<>]*>/g;
const ENTITY = /&#?\w+;/g;
/** What is written without spaces counts by the character … */
const CHARACTERS = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]+/gu;
/** The first half of a character that a string holds as two. */
const HALF = /[\uD800-\uDBFF]/g;
/** … and other letters and digits make a word until something else comes. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’._-]*/gu;

/** In a minute, read without hurry. */
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

/** How long a text is, as writers count: 字数. */
export function countWords(text: string): number {
  const { characters, words } = count(text);
  return characters + words;
}

export function countWordsOfBody(html: string): number {
  return countWords(html.replace(TAG, ' ').replace(ENTITY, ' '));
}

/** In whole minutes, one at least. */
export function readingMinutes(text: string): number {
  const { characters, words } = count(text);
  return Math.max(1, Math.round(characters / CHARACTERS_A_MINUTE + words / WORDS_A_MINUTE));
}
