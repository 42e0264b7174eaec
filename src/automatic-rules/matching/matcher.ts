import { type Automaton, buildAutomaton } from './automaton.ts';
import { soundOf, spelledOut } from './homophones.ts';
import { type Normalized, normalizeText } from './normalize.ts';
import { BREAK, isLatin, isLeetFor } from './symbols.ts';

export type ListedWord = { word: string; homophones: boolean };
/** A word of the list, and what of the text it was found in. */
type WordHit = { index: number; start: number; end: number; by_sound: boolean };

export type Matcher = { find(text: string): WordHit[] };

type Pattern = { index: number; form: Normalized };

/** More hits than this explain nothing more. */
const HITS_MAX = 50;
/** Shorter words are in too many others. */
const SOUNDS_MIN = 2;
const LETTERS_MIN = 2;

/** Compiled once for a list; a search reads the text twice at most, however long the list is. */
export function compileWords(words: ListedWord[]): Matcher {
  const written: Pattern[] = [];
  const sounding: Pattern[] = [];
  for (const [index, { word, homophones }] of words.entries()) {
    const form = normalizeText(word);
    if (form.length === 0) continue;
    written.push({ index, form });
    const spelled = homophones ? spelledOut(word) : undefined;
    if (spelled) written.push({ index, form: normalizeText(spelled) });
    if (homophones && form.length >= SOUNDS_MIN) sounding.push({ index, form });
  }
  const byWriting = buildAutomaton(written.map(({ form }) => form.symbols.slice(0, form.length)));
  const bySound = buildAutomaton(sounding.map(({ form }) => sounds(form)));
  return {
    find(text) {
      const form = normalizeText(text);
      const hits: WordHit[] = [];
      collect(hits, { text, form, patterns: written, by_sound: false }, byWriting, form.symbols);
      if (sounding.length > 0)
        collect(hits, { text, form, patterns: sounding, by_sound: true }, bySound, sounds(form));
      return hits;
    },
  };
}

function sounds({ symbols, length }: Normalized): Uint16Array {
  const result = new Uint16Array(length);
  for (let at = 0; at < length; at += 1) result[at] = soundOf(symbols[at] as number);
  return result;
}

type Search = { text: string; form: Normalized; patterns: Pattern[]; by_sound: boolean };

function collect(
  hits: WordHit[],
  search: Search,
  automaton: Automaton,
  symbols: Uint16Array,
): void {
  const { text, form, patterns, by_sound } = search;
  automaton.scan(symbols, form.length, (number, last) => {
    if (hits.length >= HITS_MAX) return;
    const { index, form: word } = patterns[number] as Pattern;
    const first = last - word.length + 1;
    if (!isSame(form, first, word, by_sound) || !isWholeWord(text, form, first, last)) return;
    if (!isOneWord(text, form, first, word)) return;
    const hit = { start: form.starts[first] as number, end: form.ends[last] as number };
    if (!hits.some((one) => one.index === index && one.start === hit.start))
      hits.push({ index, ...hit, by_sound });
  });
}

/** Leetspeak is only a sign for a letter, never another letter, and leaves some letters as they are. */
function isSame(form: Normalized, first: number, word: Normalized, bySound: boolean): boolean {
  let signs = 0;
  for (let at = 0; at < word.length; at += 1) {
    const [found, listed] = [form.plain[first + at] as number, word.plain[at] as number];
    if (found === listed || (bySound && soundOf(found) === soundOf(listed))) continue;
    if (!isLeetFor(found, listed)) return false;
    signs += 1;
  }
  return signs === 0 || word.length - signs >= LETTERS_MIN;
}

/** A Latin word is not a part of another one: no “ass” in “class”. */
function isWholeWord(text: string, form: Normalized, first: number, last: number): boolean {
  const [start, end] = [form.starts[first] as number, form.ends[last] as number];
  if (isLatin(text.charCodeAt(start)) && isLatin(text.charCodeAt(start - 1))) return false;
  return !(isLatin(text.charCodeAt(end - 1)) && isLatin(text.charCodeAt(end)));
}

/**
 * Spaces are in a Latin word between all of its letters (f r e e), or where the listed words have them. Otherwise these are
 * two words: “in to” is not “into”.
 */
function isOneWord(text: string, form: Normalized, first: number, word: Normalized): boolean {
  let spaced = false;
  let joined = false;
  for (let at = 1; at < word.length; at += 1) {
    const [from, to] = [form.ends[first + at - 1] as number, form.starts[first + at] as number];
    if (!isLatin(word.plain[at] as number) || !isLatin(word.plain[at - 1] as number)) continue;
    const isListedGap = (word.ends[at - 1] as number) < (word.starts[at] as number);
    if (isListedGap) continue;
    if (to > from && /\s/.test(text.slice(from, to))) spaced = true;
    else if (to <= from) joined = true;
  }
  return !(spaced && joined);
}

/** A word of separators or of breaks only could not be found; one with a break inside neither. */
export function isUsable(word: string): boolean {
  const form = normalizeText(word);
  return form.length > 0 && !form.symbols.subarray(0, form.length).includes(BREAK);
}
