import { pinyin } from 'pinyin-pro';

/** Syllables are numbered in the private area, where no text has symbols: NFKC removes it. */
const FIRST_SYLLABLE = 0xe000;
const HAN = /\p{Script=Han}/u;

const numbers = new Map<string, number>();
/** Per character; 0: not asked for yet. */
const syllableOf = new Uint16Array(65_536);

/** The sound of a Han character without its tone, as a symbol; other characters stay as they are. */
export function soundOf(symbol: number): number {
  const known = syllableOf[symbol] as number;
  if (known !== 0) return known;
  const character = String.fromCharCode(symbol);
  const sound = HAN.test(character) ? numberOf(spell(character)) : symbol;
  syllableOf[symbol] = sound;
  return sound;
}

function numberOf(syllable: string): number {
  let number = numbers.get(syllable);
  if (number === undefined) {
    number = FIRST_SYLLABLE + numbers.size;
    numbers.set(syllable, number);
  }
  return number;
}

/** The word in pinyin, as somebody may write it; undefined if that would be found in other words. */
export function spelledOut(word: string): string | undefined {
  if (!HAN.test(word)) return undefined;
  const spelled = spell(word);
  return /^[a-z]{6,}$/.test(spelled) ? spelled : undefined;
}

function spell(text: string): string {
  return pinyin(text, { toneType: 'none', type: 'array', v: true }).join('');
}
