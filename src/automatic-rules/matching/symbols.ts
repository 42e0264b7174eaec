import { SIMPLIFIED, TRADITIONAL } from '../../platform/language/variants.ts';

/** What a character means for matching, below every real symbol. */
export const INVISIBLE = 0;
/** Punctuation and spaces, which evasions put between the characters of a word. */
export const SEPARATOR = 1;
/** The end of a sentence or a line: no word continues after it. */
export const BREAK = 2;

/** Letters of other scripts that look like Latin ones. */
const LOOKALIKES = pairs('аaеeоoрpсcхxуyіiјjѕsԁdһhԛqԝwвbкkмmтtнhαaοoρpνvτtκkιiεe');
/** Leetspeak: digits and signs for the letters they look like. 1 may be an i or an l. */
const LEET = pairs('@a4a3e1ili!i|i0o$s5s7t8b9g');
const TO_SIMPLIFIED = new Map([...TRADITIONAL].map((from, at) => [from, SIMPLIFIED[at] ?? from]));

function pairs(text: string): Map<string, string> {
  const letters = [...text];
  return new Map(letters.flatMap((from, at) => (at % 2 ? [] : [[from, letters[at + 1] ?? from]])));
}

const VISIBLE = /[\p{L}\p{N}@$]/u;
const HIDDEN = /[\p{M}\p{Cf}\p{Cc}\p{Cs}\p{Co}\u3164\uFFA0\u115F\u1160]/u;
/** A comma or a full stop of Chinese text, and a new line. Latin ones often stand inside evasions: f.r.e.e */
const ENDS = /[\n\r。！？；：，、]/;

/** What a character is compared as: `plain` after Unicode normalization, `symbol` also after leetspeak. */
export type SymbolPair = { plain: number; symbol: number };

const known = new Map<number, SymbolPair[]>();

/** By code unit, for the many characters that become one: what was found before. 0 in `KNOWN`: not asked for yet. */
export const KNOWN = new Uint8Array(65_536);
export const PLAIN = new Uint16Array(65_536);
export const SYMBOL = new Uint16Array(65_536);

/** Width, case, accents, traditional characters and lookalikes; one character may become several. */
export function normalizeCharacter(code: number): SymbolPair[] {
  const stored = known.get(code);
  if (stored) return stored;
  const pair = normalize(String.fromCodePoint(code));
  const [only, ...others] = pair;
  // Astral characters are many and rare; a text full of them must not fill the memory.
  if (code > 0xffff) return pair;
  if (only && others.length === 0 && !SIGNS.has(code)) {
    KNOWN[code] = 1;
    PLAIN[code] = only.plain;
    SYMBOL[code] = only.symbol;
  }
  known.set(code, pair);
  return pair;
}

function normalize(character: string): SymbolPair[] {
  if (ENDS.test(character)) return [both(BREAK)];
  if (HIDDEN.test(character) && character !== '\t') return [both(INVISIBLE)];
  const wide = character.normalize('NFKC').toLowerCase();
  const bare = /\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic}/u.test(wide)
    ? wide.normalize('NFD').replace(/\p{M}/gu, '')
    : wide;
  return [...bare].map((one) => {
    if (ENDS.test(one)) return both(BREAK);
    if (!VISIBLE.test(one) || one.length > 1) return both(SEPARATOR);
    const letter = LOOKALIKES.get(one) ?? TO_SIMPLIFIED.get(one) ?? one;
    return {
      plain: letter.charCodeAt(0),
      symbol: (LEET.get(letter) ?? letter).charCodeAt(0),
    };
  });
}

const SIGNS = new Set([33, 124]);

/** Signs that are letters between letters, as in k!ll, and punctuation elsewhere. */
export function leetSign(code: number): SymbolPair | undefined {
  const sign = String.fromCharCode(code);
  const letter = sign === '!' || sign === '|' ? LEET.get(sign) : undefined;
  return letter === undefined ? undefined : { plain: code, symbol: letter.charCodeAt(0) };
}

function both(meaning: number): SymbolPair {
  return { plain: meaning, symbol: meaning };
}

/** Of ASCII only: Chinese words have no spaces around them. */
export function isLatin(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

/** Whether a sign of leetspeak may stand for this letter. */
export function isLeetFor(plain: number, letter: number): boolean {
  const isLetter = plain >= 97 && plain <= 122;
  return !isLetter && isLatin(letter) && !(letter <= 57);
}
