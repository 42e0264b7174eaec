import type { Part } from '../schema.ts';
import { type Normalized, normalize } from './normalize.ts';
import type { QueryWord } from './query.ts';
import { stem } from './scan.ts';

/** Characters of an excerpt, and those before its first hit. */
const EXCERPT = 140;
const BEFORE = 24;
/** As many hits as decide where the excerpt begins. */
const HITS_MAX = 200;
const LETTER = /[\p{L}\p{N}]/u;
const WORD_REST = /[\p{L}\p{N}\p{M}]*/uy;
const SENTENCE_START = /[。！？；，、.!?;,\s]/u;

type Hit = { start: number; end: number; word: number };

/** The whole text in pieces, what was searched for marked. */
export function markAll(text: string, words: readonly QueryWord[]): Part[] {
  return toParts(text, findHits(text, words), 0, text.length);
}

/** The part of the text with the most of the words in it. */
export function markExcerpt(text: string, words: readonly QueryWord[]): Part[] {
  const hits = findHits(text, words);
  const start = startOfExcerpt(text, hits);
  const end = endOfExcerpt(text, start);
  const parts = toParts(text, hits, start, end);
  if (start > 0) parts.unshift({ text: '…' });
  if (end < text.length) parts.push({ text: '…' });
  return joinPlain(parts);
}

function findHits(text: string, words: readonly QueryWord[]): Hit[] {
  const normalized = normalize(text);
  const hits = words.flatMap((word, index) =>
    word.kind === 'characters'
      ? findCharacters(normalized.text, word.word, index)
      : findWord(normalized.text, word, index),
  );
  const sorted = hits.sort((a, b) => a.start - b.start || b.end - a.end);
  return withoutOverlaps(sorted).map((hit) => toOriginal(normalized, hit));
}

function findCharacters(text: string, word: string, index: number): Hit[] {
  const hits: Hit[] = [];
  for (let at = text.indexOf(word); at !== -1 && hits.length < HITS_MAX; ) {
    hits.push({ start: at, end: at + word.length, word: index });
    at = text.indexOf(word, at + word.length);
  }
  return hits;
}

/** Words with the same stem begin alike; only those are stemmed. */
function findWord(text: string, { word, lexemes }: QueryWord, index: number): Hit[] {
  const stemmed = stem(word);
  const beginning = stemmed.length > 3 ? stemmed.slice(0, -1) : stemmed.slice(0, 3);
  const hits: Hit[] = [];
  for (let at = text.indexOf(beginning); at !== -1 && hits.length < HITS_MAX; ) {
    WORD_REST.lastIndex = at;
    const found = WORD_REST.exec(text)?.[0] ?? '';
    const isStart = at === 0 || !isLetter(text.charAt(at - 1));
    const latin =
      found.match(/^[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/u)?.[0] ?? '';
    if (isStart && (lexemes.includes(stem(latin)) || latin === word))
      hits.push({ start: at, end: at + latin.length, word: index });
    at = text.indexOf(beginning, at + Math.max(latin.length, 1));
  }
  return hits;
}

/** 用vue写: a word may begin after a character. */
function isLetter(character: string): boolean {
  return LETTER.test(character) && character < '\u2e80';
}

function withoutOverlaps(hits: Hit[]): Hit[] {
  const separate: Hit[] = [];
  for (const hit of hits) {
    const last = separate.at(-1);
    if (!last || hit.start >= last.end) separate.push({ ...hit });
    else if (hit.end > last.end) last.end = hit.end;
  }
  return separate;
}

function toOriginal({ offsets }: Normalized, hit: Hit): Hit {
  if (!offsets) return hit;
  return { ...hit, start: offsets[hit.start] ?? 0, end: offsets[hit.end] ?? 0 };
}

/** A little before the hit after which most different words follow. */
function startOfExcerpt(text: string, hits: Hit[]): number {
  let best = 0;
  let most = 0;
  for (const [index, hit] of hits.slice(0, HITS_MAX).entries()) {
    const near = hits
      .slice(index, index + 20)
      .filter(({ end }) => end - hit.start < EXCERPT - BEFORE);
    const different = new Set(near.map(({ word }) => word)).size;
    if (different > most) [best, most] = [hit.start, different];
  }
  if (best <= BEFORE) return 0;
  const before = text.slice(best - BEFORE, best);
  for (let index = 0; index < before.length; index += 1)
    if (SENTENCE_START.test(before.charAt(index))) return best - BEFORE + index + 1;
  return wholeCharacter(text, best - BEFORE);
}

function endOfExcerpt(text: string, start: number): number {
  return wholeCharacter(text, Math.min(start + EXCERPT, text.length));
}

function wholeCharacter(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}

function toParts(text: string, hits: Hit[], start: number, end: number): Part[] {
  const parts: Part[] = [];
  let at = start;
  for (const hit of hits) {
    if (hit.end <= start || hit.start >= end) continue;
    const from = Math.max(hit.start, start);
    const to = Math.min(hit.end, end);
    if (from > at) parts.push({ text: text.slice(at, from) });
    if (to > from) parts.push({ text: text.slice(from, to), hit: true });
    at = Math.max(at, to);
  }
  if (at < end) parts.push({ text: text.slice(at, end) });
  return parts;
}

function joinPlain(parts: Part[]): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last && !last.hit && !part.hit) last.text += part.text;
    else joined.push({ ...part });
  }
  return joined;
}
