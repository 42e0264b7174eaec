import { normalize } from './normalize.ts';
import type { ParsedQuery } from './parse-query.ts';
import { bareWord, scanRuns, stem } from './scan.ts';
import { STOP_WORDS } from './stop-words.ts';

const WORDS_MAX = 8;

/** A normalized word of a query, and the lexemes that a text with it has. */
export type QueryWord = { word: string; lexemes: string[]; kind: 'characters' | 'word' };

export type SearchTerms = {
  words: QueryWord[];
  /** As the text of a `tsquery`: the words in this order. Only of phrases with several lexemes. */
  phrases: string[];
  excluded: QueryWord[][];
};

/** The normalized texts that a dictionary has to cut; runs of two characters or fewer need none. */
export function textsToCut({ text, excluded }: ParsedQuery): string[] {
  return [text, ...excluded].flatMap((part) =>
    scanRuns(normalize(part).text)
      .filter((run) => run.kind === 'characters' && run.text.length > 2)
      .map((run) => run.text),
  );
}

/** `cuts`: the words of the texts of `textsToCut`; a text without is searched for whole. */
export function toTerms(query: ParsedQuery, cuts: ReadonlyMap<string, string[]>): SearchTerms {
  const phrases = query.phrases.map(wordsOfPhrase);
  const free = withoutStopWords(wordsOf(query.text, cuts), phrases.length > 0);
  return {
    words: [...phrases.flat(), ...free].slice(0, WORDS_MAX),
    phrases: query.phrases.map(toPhrase).filter((phrase) => phrase !== ''),
    excluded: query.excluded
      .map((text) => wordsOf(text, cuts))
      .filter((words) => words.length > 0)
      .slice(0, WORDS_MAX),
  };
}

function wordsOf(text: string, cuts: ReadonlyMap<string, string[]>): QueryWord[] {
  return scanRuns(normalize(text).text).flatMap((run) => {
    if (run.kind === 'word') return toWord(run.text);
    return joinLone(cuts.get(run.text) ?? [run.text]).map(toCharacters);
  });
}

/** 芸|娘 → 芸娘: neighbours that are no words by themselves are one that the dictionary does not have. */
function joinLone(words: string[]): string[] {
  const joined: string[] = [];
  let afterLone = false;
  for (const word of words) {
    const isLone = isSingle(word) && !STOP_WORDS.has(word);
    if (isLone && afterLone) joined.push(`${joined.pop()}${word}`);
    else joined.push(word);
    afterLone = isLone;
  }
  return joined;
}

function withoutStopWords(words: QueryWord[], othersLeft: boolean): QueryWord[] {
  const telling = words.filter(({ word }) => !STOP_WORDS.has(word));
  return telling.length > 0 || othersLeft ? telling : words;
}

function wordsOfPhrase(text: string): QueryWord[] {
  return scanRuns(normalize(text).text).map((run) =>
    run.kind === 'word' ? toWord(run.text) : toCharacters(run.text),
  );
}

function toWord(word: string): QueryWord {
  const bare = bareWord(word);
  return { word: bare, lexemes: bare === word ? [stem(bare)] : [word], kind: 'word' };
}

function toCharacters(word: string): QueryWord {
  return { word, lexemes: isSingle(word) ? [word] : pairsOf(word), kind: 'characters' };
}

function pairsOf(word: string): string[] {
  const characters = Array.from(word);
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/** The lexemes in this order and distance, by the positions that `toVector` gives; lone characters have none. */
function toPhrase(text: string): string {
  let position = 0;
  let last = 0;
  let phrase = '';
  let lexemes = 0;
  const append = (lexeme: string) => {
    phrase += phrase === '' ? `'${lexeme}'` : ` <${position - last}> '${lexeme}'`;
    last = position;
    lexemes += 1;
  };
  for (const run of scanRuns(normalize(text).text)) {
    if (run.kind === 'word') {
      position += 1;
      append(stem(bareWord(run.text)));
      continue;
    }
    const pairs = pairsOf(run.text);
    for (const pair of pairs) {
      position += 1;
      append(pair);
    }
    position += 1;
  }
  return lexemes > 1 ? phrase : '';
}

/** 怎么选望远镜 → 望远镜: without lone characters, which a good text may lack. Undefined if nothing is left out. */
export function relaxTerms(terms: SearchTerms): SearchTerms | undefined {
  const words = terms.words.filter(({ word, kind }) => kind === 'word' || !isSingle(word));
  const isFewer = words.length > 0 && words.length < terms.words.length;
  return isFewer ? { ...terms, words } : undefined;
}

export function isSingle(word: string): boolean {
  return word.length === 1 || (word.length === 2 && Array.from(word).length === 1);
}
