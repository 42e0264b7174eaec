const TAG = /<[^>]*>/g;
const ENTITY = /&#?\w+;/g;
/** What is written without spaces counts by the character; letters and digits make a word until something else comes. */
const COUNTED =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]|(?:(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}])[\p{L}\p{N}\p{M}'’._-])+/gu;
const LETTER = /[\p{L}\p{N}]/u;

/** How long a body is, as writers count: 字数. */
export function countWords(html: string): number {
  const text = html.replace(TAG, ' ').replace(ENTITY, ' ');
  return text.match(COUNTED)?.filter((word) => LETTER.test(word)).length ?? 0;
}
