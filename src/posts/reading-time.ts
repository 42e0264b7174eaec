/** Han characters and other words in a minute, read without hurry. */
const CHARACTERS_A_MINUTE = 400;
const WORDS_A_MINUTE = 200;

const HAN = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/gu;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’_-]*/gu;

/** In whole minutes, one at least. */
export function readingMinutes(text: string): number {
  const characters = text.match(HAN)?.length ?? 0;
  const words = text.replace(HAN, ' ').match(WORD)?.length ?? 0;
  return Math.max(1, Math.round(characters / CHARACTERS_A_MINUTE + words / WORDS_A_MINUTE));
}
