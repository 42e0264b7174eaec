import { stemmer } from 'stemmer';
import { normalize } from './normalize.ts';

/** Scripts written without spaces: indexed by pairs of neighbouring characters. */
const CHARACTERS = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー`;
const RUN = new RegExp(
  String.raw`[${CHARACTERS}]+|[[\p{L}\p{N}\p{M}]--[${CHARACTERS}]]+(?:\+\+|#)?`,
  'gv',
);
const IS_CHARACTER = new RegExp(`^[${CHARACTERS}]`, 'v');

/** Longer ones are no words. */
const WORD_MAX = 40;

/** A run of characters without spaces, or a word with letters and digits. */
export type Run = { text: string; start: number; kind: 'characters' | 'word' };

export function scanRuns(normalized: string): Run[] {
  return Array.from(normalized.matchAll(RUN), ({ 0: text, index }) => ({
    text,
    start: index,
    kind: IS_CHARACTER.test(text) ? 'characters' : 'word',
  }));
}

/** English words that mean the same have the same stem. Harmless to words of other languages, in texts and queries alike. */
export function stem(word: string): string {
  return stemmer(word.slice(0, WORD_MAX));
}

/** `c++` and `c#` are words of their own, and found as `c` too. */
export function bareWord(word: string): string {
  return word.replace(/(\+\+|#)$/, '');
}

/** What may be misspelt: four letters or more, without digits. As they are written, normalized. */
export function latinWords(text: string): string[] {
  const words = scanRuns(normalize(text).text).map((run) => run.text);
  return [...new Set(words)].filter((word) => /^[a-z]{4,40}$/.test(word));
}
