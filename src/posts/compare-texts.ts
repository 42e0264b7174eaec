import { diffArrays } from 'diff';
import { type BodyLine, linesOfBody } from '../platform/html/lines.ts';
import { compareWords, EDITS_MAX, kindOf, type Part, segmentsOf } from './compare-words.ts';
import { type LinePair, pairLines } from './pair-lines.ts';
import { countWords, countWordsOfBody } from './word-count.ts';

/** The parts of a post that an edit can change. Tags and cover are compared where both texts name them. */
export type ComparedText = {
  title: string;
  summary: string;
  body: string;
  tags?: string[];
  cover?: string | null;
};
export type ComparedLine =
  /** `format`: the same words, with other formatting. */
  | { kind: 'same' | 'removed' | 'added' | 'format'; text: string }
  | { kind: 'changed'; parts: Part[] }
  /** A run of unchanged lines; null where only their number is stored. */
  | { kind: 'skipped'; count: number; lines: string[] | null };
export type Comparison = {
  title: Part[] | null;
  summary: Part[] | null;
  tags: { removed: string[]; added: string[] } | null;
  cover: 'added' | 'removed' | 'replaced' | null;
  /** Null: too different to compare within the limits. */
  lines: ComparedLine[] | null;
  counts: { removed: number; added: number; changed: number; format: number };
  /** Of the body, as authors count: characters of Chinese, words of other languages. */
  words: { removed: number; added: number };
  /** The text is the same, but its formatting is not. */
  only_format: boolean;
};
export type WordCounts = Comparison['words'];

/** A person waits for the page; what takes longer is not compared word by word. */
const LIMITS = { lines_ms: 300, words_ms: 400 };
/** Unchanged lines shown around a change. */
const CONTEXT = 1;

/** What changed from the one text to the other, in order; null for a part that stays as it is. */
export function compareTexts(
  { before, after }: { before: ComparedText; after: ComparedText },
  limits = LIMITS,
) {
  const deadline = Date.now() + limits.lines_ms + limits.words_ms;
  const changed = before.body !== after.body;
  const pairs = changed ? alignBodies(before.body, after.body, limits.lines_ms) : [];
  const compared = pairs?.map((pair) => comparePair(pair, deadline)) ?? null;
  const lines = compared && skipUnchanged(compared.map(({ line }) => line));
  const counts = countLines(lines ?? []);
  const isSameText = counts.removed + counts.added + counts.changed === 0;
  return {
    title: before.title === after.title ? null : compareWords(before.title, after.title, deadline),
    summary:
      before.summary === after.summary
        ? null
        : compareWords(before.summary, after.summary, deadline),
    tags: compareTags(before.tags, after.tags),
    cover: compareCovers(before.cover, after.cover),
    lines: changed ? lines : [],
    counts,
    words: compared
      ? sumWords(compared.map(({ words }) => words))
      : { removed: countWordsOfBody(before.body), added: countWordsOfBody(after.body) },
    only_format: changed && lines !== null && isSameText,
  } satisfies Comparison;
}

/** Of several edits within one deadline; null for those it does not reach. */
export function countChangedWords({
  bodies,
  pairs,
  ms,
}: {
  bodies: string[];
  /** Indices of two bodies; no `before` is an empty text. */
  pairs: { before?: number; after: number }[];
  ms: number;
}): (WordCounts | null)[] {
  const deadline = Date.now() + ms;
  const text = { title: '', summary: '' };
  return pairs.map((pair) => {
    if (Date.now() > deadline) return null;
    const before = pair.before === undefined ? '' : (bodies[pair.before] ?? '');
    const after = bodies[pair.after] ?? '';
    return compareTexts({ before: { ...text, body: before }, after: { ...text, body: after } })
      .words;
  });
}

/** The lines of both bodies beside each other; null if that takes too long. */
function alignBodies(before: string, after: string, timeout: number): LinePair<BodyLine>[] | null {
  const olds = linesOfBody(before);
  const news = linesOfBody(after);
  const changes = diffArrays(
    olds.map(({ text }) => text),
    news.map(({ text }) => text),
    { timeout, maxEditLength: EDITS_MAX },
  );
  if (!changes) return null;
  const takeOlds = (count: number) => olds.splice(0, count);
  const takeNews = (count: number) => news.splice(0, count);
  const pairs: LinePair<BodyLine>[] = [];
  for (let index = 0; index < changes.length; index += 1) {
    const change = changes[index];
    const next = changes[index + 1];
    if (!change) continue;
    const count = change.value.length;
    const kind = kindOf(change);
    if (kind === 'removed' && next?.added) {
      pairs.push(...pairLines(takeOlds(count), takeNews(next.value.length), segmentsOf));
      index += 1;
    } else if (kind === 'removed') pairs.push(...takeOlds(count).map((line) => ({ before: line })));
    else if (kind === 'added') pairs.push(...takeNews(count).map((line) => ({ after: line })));
    else {
      const same = takeNews(count);
      pairs.push(
        ...takeOlds(count).map((line, at) => ({ before: line, after: same[at] as BodyLine })),
      );
    }
  }
  return pairs;
}

type ComparedPair = { line: Exclude<ComparedLine, { kind: 'skipped' }>; words: WordCounts };

function comparePair({ before, after }: LinePair<BodyLine>, deadline: number): ComparedPair {
  if (!before || !after) {
    const line = after ?? (before as BodyLine);
    const kind = after ? 'added' : 'removed';
    return {
      line: { kind, text: shown(line) },
      words: { removed: 0, added: 0, [kind]: countWords(line.plain) },
    };
  }
  if (before.text === after.text) {
    const kind = before.format === after.format ? 'same' : 'format';
    return { line: { kind, text: shown(after) }, words: { removed: 0, added: 0 } };
  }
  const parts = compareWords(before.text, after.text, deadline);
  const prefix = compareWords(before.prefix, after.prefix, deadline);
  const hasAddress = before.plain !== before.text || after.plain !== after.text;
  const counted = hasAddress ? compareWords(before.plain, after.plain, deadline) : parts;
  return { line: { kind: 'changed', parts: [...prefix, ...parts] }, words: countParts(counted) };
}

function shown({ prefix, text }: BodyLine): string {
  return prefix + text;
}

function countParts(parts: Part[]): WordCounts {
  const count = (kind: Part['kind']) =>
    parts.reduce((sum, part) => sum + (part.kind === kind ? countWords(part.text) : 0), 0);
  return { removed: count('removed'), added: count('added') };
}

function sumWords(all: WordCounts[]): WordCounts {
  return all.reduce(
    (sum, { removed, added }) => ({ removed: sum.removed + removed, added: sum.added + added }),
    { removed: 0, added: 0 },
  );
}

function compareTags(before: string[] | undefined, after: string[] | undefined) {
  if (!before || !after) return null;
  const removed = before.filter((tag) => !after.includes(tag));
  const added = after.filter((tag) => !before.includes(tag));
  return removed.length + added.length === 0 ? null : { removed, added };
}

function compareCovers(before: string | null | undefined, after: string | null | undefined) {
  if (before === undefined || after === undefined || before === after) return null;
  return before === null ? 'added' : after === null ? 'removed' : 'replaced';
}

/** Without the lines far from any change; those beside one show where it is. */
function skipUnchanged(lines: ComparedPair['line'][]): ComparedLine[] {
  const isNear = (at: number) =>
    lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ kind }) => kind !== 'same');
  const result: ComparedLine[] = [];
  lines.forEach((line, at) => {
    const last = result.at(-1);
    if (line.kind !== 'same' || isNear(at)) result.push(line);
    else if (last?.kind === 'skipped') {
      last.count += 1;
      last.lines?.push(line.text);
    } else result.push({ kind: 'skipped', count: 1, lines: [line.text] });
  });
  // A note about one line would take as much space as the line.
  return result.map((line) =>
    line.kind === 'skipped' && line.count === 1 && line.lines?.[0] !== undefined
      ? { kind: 'same', text: line.lines[0] }
      : line,
  );
}

function countLines(lines: ComparedLine[]): Comparison['counts'] {
  const counts = { removed: 0, added: 0, changed: 0, format: 0 };
  for (const { kind } of lines) if (kind !== 'same' && kind !== 'skipped') counts[kind] += 1;
  return counts;
}
