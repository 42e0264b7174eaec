import { normalize } from './normalize.ts';
import { bareWord, type Run, scanRuns, stem } from './scan.ts';
import { STOP_WORDS } from './stop-words.ts';

/** Cuts a normalized text into words; joined they are the text. */
export type Cut = (normalized: string) => string[];

/** Raised when tokens change: rows with a lower number are made again. */
export const TOKENS_VERSION = 1;
/** A vector may have 1 MB; random characters need 14 bytes each. */
export const TEXT_MAX = 50_000;

/** PostgreSQL counts positions to here, and stores up to 255 of a lexeme. */
const POSITION_MAX = 16_383;
const POSITIONS_MAX = 64;
/** Words of the title and of the text are no neighbours. */
const GAP = 10;

/** Of a word and of a pair across two words: A and C in titles and tags, B and D in texts. */
type Weights = { word: 'A' | 'B'; across: 'C' | 'D' };
const TITLE: Weights = { word: 'A', across: 'C' };
const TEXT: Weights = { word: 'B', across: 'D' };

export type SearchDocument = {
  title: string;
  tags: string[];
  text: string;
  /** The author's own, if it is not the beginning of the text. */
  summary: string;
  /** Lexemes to filter by. */
  filters: string[];
};

/** The document as the text of a `tsvector`. */
export function toVector(
  { title, tags, text, summary, filters }: SearchDocument,
  cut: Cut,
): string {
  const vector = new Vector();
  vector.add(title, TITLE, cut);
  for (const tag of tags) vector.add(tag, TITLE, cut);
  vector.add(summary, TEXT, cut);
  vector.add(text.slice(0, TEXT_MAX), TEXT, cut);
  for (const filter of filters) vector.addLexeme(filter);
  return vector.toString();
}

class Vector {
  readonly #lexemes = new Map<string, string[]>();
  #position = 0;

  add(text: string, weights: Weights, cut: Cut): void {
    if (text === '') return;
    const normalized = normalize(text).text;
    const runs = scanRuns(normalized);
    const starts = runs.some(({ kind }) => kind === 'characters')
      ? startsOfWords(cut(normalized), normalized.length)
      : undefined;
    for (const run of runs) {
      if (run.kind === 'word') this.#addWord(run.text, weights.word);
      else this.#addCharacters(run, weights, starts ?? new Uint8Array());
    }
    this.#position += GAP;
  }

  addLexeme(lexeme: string): void {
    if (!this.#lexemes.has(lexeme)) this.#lexemes.set(lexeme, []);
  }

  #addWord(word: string, weight: string): void {
    this.#position += 1;
    const bare = bareWord(word);
    this.#addAt(stem(bare), weight);
    if (bare !== word) this.#addAt(word, weight);
  }

  /** Every pair of neighbours. A lone character has no position but in titles, which would cost more than it tells. */
  #addCharacters({ text, start }: Run, weights: Weights, starts: Uint8Array): void {
    const characters = Array.from(text);
    let offset = start;
    for (const [index, character] of characters.entries()) {
      this.#position += 1;
      if (weights === TITLE) this.#addAt(character, weights.word);
      else this.addLexeme(character);
      const next = characters[index + 1];
      const after = offset + character.length;
      if (next !== undefined) {
        const isWord = starts[after] === 0 || isNewWord(character, next, { starts, offset, after });
        this.#addAt(character + next, isWord ? weights.word : weights.across);
      }
      offset = after;
    }
  }

  #addAt(lexeme: string, weight: string): void {
    const positions = this.#lexemes.get(lexeme);
    const position = `${Math.min(this.#position, POSITION_MAX)}${weight}`;
    if (!positions) this.#lexemes.set(lexeme, [position]);
    else if (positions.length < POSITIONS_MAX) positions.push(position);
  }

  toString(): string {
    const entries: string[] = [];
    for (const [lexeme, positions] of this.#lexemes)
      entries.push(positions.length > 0 ? `'${lexeme}':${positions.join(',')}` : `'${lexeme}'`);
    return entries.join(' ');
  }
}

/** 1 where a word starts, and at the end. */
function startsOfWords(words: string[], length: number): Uint8Array {
  const starts = new Uint8Array(length + 1);
  let offset = 0;
  for (const word of words) {
    starts[offset] = 1;
    offset += word.length;
  }
  starts[length] = 1;
  return starts;
}

/** Two lone characters, neither of them a particle: a name or a word that the dictionary does not have. */
function isNewWord(
  character: string,
  next: string,
  { starts, offset, after }: { starts: Uint8Array; offset: number; after: number },
): boolean {
  return (
    starts[offset] === 1 &&
    starts[after + next.length] === 1 &&
    !STOP_WORDS.has(character) &&
    !STOP_WORDS.has(next)
  );
}
