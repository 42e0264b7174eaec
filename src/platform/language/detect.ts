import type { Language } from './languages.ts';

/** A longer text shows its language at its beginning. */
const SAMPLE_CHARACTERS = 300;
/** Addresses, mentions and book titles may be in another language than the sentence around them. */
const FOREIGN = /https?:\/\/\S+|@\S+|《[^》]*》/gu;

/**
 * The language of a text that somebody wrote; null if there is none to tell, as in "666". The script decides where it
 * can, because it is right about a title of two characters. Only texts in Latin letters need the library (ADR 0030).
 */
export async function detectLanguage(text: string): Promise<Language | null> {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  const words = sample.replace(FOREIGN, ' ');
  const own = /\p{L}/u.test(words) ? words : sample.replace(/https?:\/\/\S+/gu, ' ');
  const byScript = languageOfScript(own);
  return byScript === 'latin' ? detectLatin(own) : byScript;
}

/** Of Han characters and kana together. A Chinese text may quote a few kana; a Japanese one is half of them. */
const KANA_MIN = 0.15;

function languageOfScript(text: string): Language | 'latin' | null {
  const han = count(text, /\p{Script=Han}/gu);
  const kana = count(text, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  const hangul = count(text, /\p{Script=Hangul}/gu);
  const latin = count(text, /\p{Script=Latin}/gu);
  const cyrillic = count(text, /\p{Script=Cyrillic}/gu);
  const syllables = han + kana + hangul;
  // Chinese and Japanese writers mention products and programs, which are capitalised or a single word; an English
  // sentence has words in small letters.
  const smallWords = count(text, /(?<!\p{L})(?=\p{Script=Latin})\p{Ll}+(?!\p{L})/gu);
  if (syllables > 0 && syllables >= smallWords) {
    if (hangul >= han + kana) return 'ko';
    return kana >= KANA_MIN * (han + kana) ? 'ja' : 'zh';
  }
  if (cyrillic > latin) return OTHER_CYRILLIC.test(text) ? null : 'ru';
  return latin * 2 > count(text, /\p{L}/gu) ? 'latin' : null;
}

/** Letters that Russian does not have. */
const OTHER_CYRILLIC = /[іїєґўјљњћђџѓќѕ]/iu;

const LATIN: Language[] = ['en', 'de', 'es', 'fr', 'id', 'it', 'pt', 'vi'];
/** How much more likely than English another language must be: it is the most frequent, and full of names. */
const MARGIN = 0.05;
/** Fewer words are mostly names, and the library guesses. */
const WORDS_MIN = 3;

async function detectLatin(text: string): Promise<Language> {
  const isPlain = !/[^\p{ASCII}\p{P}\p{S}]/u.test(text);
  if (isPlain && count(text, /\S+/gu) < WORDS_MIN) return 'en';
  const { detectAll } = await loadDetector();
  const guesses = detectAll(text, { only: LATIN });
  const [best] = guesses;
  const english = guesses.find(({ lang }) => lang === 'en')?.accuracy ?? 0;
  return best && best.accuracy - english > MARGIN ? (best.lang as Language) : 'en';
}

/** Loaded with the first text in Latin letters: it takes 8 MB, and a tenth of a second. */
const loadDetector = () => import('tinyld');

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
