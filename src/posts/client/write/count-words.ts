/** 字数: each Han character (and kana, hangul) is one, and so is each run of other letters and digits. */
const COUNTED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[\p{L}\p{N}][\p{L}\p{N}\p{M}'’._-]*?(?=[^\p{L}\p{N}\p{M}'’._-]|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|$)/gu;
/** A quiet reader's pace, as on the page of a post. */
const PER_MINUTE = 400;

export function countWords(text: string): number {
  return text.match(COUNTED)?.length ?? 0;
}

export function minutesFor(words: number): number {
  return Math.max(1, Math.round(words / PER_MINUTE));
}
