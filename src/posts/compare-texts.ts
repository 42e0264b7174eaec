import { diffArrays } from 'diff';
import { linesOfBody } from '../platform/html/lines.ts';
import { type LinePair, pairLines } from './pair-lines.ts';

/** The parts of a post that readers see and an edit can change. */
export type ComparedText = { title: string; summary: string; body: string };
export type Part = { kind: 'same' | 'removed' | 'added'; text: string };
export type ComparedLine =
  | { kind: 'same' | 'removed' | 'added'; parts: Part[] }
  /** A run of unchanged lines that is not shown. */
  | { kind: 'skipped'; count: number };
export type Comparison = {
  title: Part[] | null;
  summary: Part[] | null;
  /** Null: too different to compare within the limits. */
  lines: ComparedLine[] | null;
  counts: { removed: number; added: number; changed: number };
  /** The text is the same, but its formatting is not. */
  only_format: boolean;
};

/** A moderator waits for the page; what takes longer is not compared word by word. */
const LINES_MS_MAX = 300;
const WORDS_MS_MAX = 400;
/** Beyond this a comparison helps less than reading the text. */
const EDITS_MAX = 2_000;
/** Unchanged lines shown around a change. */
const CONTEXT = 1;

const words = new Intl.Segmenter('zh', { granularity: 'word' });

/** What an edit changes in the public text, in order; null for a part that stays as it is. */
export function compareTexts({ before, after }: { before: ComparedText; after: ComparedText }) {
  const deadline = Date.now() + LINES_MS_MAX + WORDS_MS_MAX;
  const changed = before.body !== after.body;
  const lines = changed ? compareBodies(before.body, after.body, deadline) : [];
  const shown = lines?.filter(({ kind }) => kind !== 'skipped') ?? [];
  return {
    title: before.title === after.title ? null : compareWords(before.title, after.title, deadline),
    summary:
      before.summary === after.summary
        ? null
        : compareWords(before.summary, after.summary, deadline),
    lines,
    counts: countLines(lines ?? []),
    only_format: changed && lines !== null && shown.every(({ kind }) => kind === 'same'),
  } satisfies Comparison;
}

function compareBodies(before: string, after: string, deadline: number): ComparedLine[] | null {
  const changes = diffArrays(linesOfBody(before), linesOfBody(after), {
    timeout: LINES_MS_MAX,
    maxEditLength: EDITS_MAX,
  });
  if (!changes) return null;
  const lines: ComparedLine[] = [];
  for (let index = 0; index < changes.length; index += 1) {
    const change = changes[index];
    const next = changes[index + 1];
    if (change?.removed && next?.added) {
      const pairs = pairLines(change.value, next.value, segmentsOf);
      lines.push(...pairs.flatMap((pair) => compareLines(pair, deadline)));
      index += 1;
    } else if (change) {
      lines.push(...change.value.map((text) => wholeLine(kindOf(change), text)));
    }
  }
  return skipUnchanged(lines);
}

/** A changed line is shown twice: what it was, and what it is now. */
function compareLines({ before, after }: LinePair, deadline: number): ComparedLine[] {
  if (before === undefined || after === undefined) {
    return [wholeLine(before === undefined ? 'added' : 'removed', before ?? after ?? '')];
  }
  const parts = compareWords(before, after, deadline);
  return [
    { kind: 'removed', parts: parts.filter(({ kind }) => kind !== 'added') },
    { kind: 'added', parts: parts.filter(({ kind }) => kind !== 'removed') },
  ];
}

/** By words, which Chinese does not separate by spaces. Without time left, the whole text counts as changed. */
function compareWords(before: string, after: string, deadline: number): Part[] {
  const timeout = deadline - Date.now();
  const changes =
    timeout > 0
      ? diffArrays(segmentsOf(before), segmentsOf(after), { timeout, maxEditLength: EDITS_MAX })
      : undefined;
  if (!changes) {
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ];
  }
  return changes.map((change) => ({ kind: kindOf(change), text: change.value.join('') }));
}

function kindOf({ removed, added }: { removed?: boolean; added?: boolean }): Part['kind'] {
  return removed ? 'removed' : added ? 'added' : 'same';
}

function wholeLine(kind: Part['kind'], text: string): ComparedLine {
  return { kind, parts: [{ kind, text }] };
}

function segmentsOf(text: string): string[] {
  return Array.from(words.segment(text), ({ segment }) => segment);
}

/** Without the lines far from any change; those beside one show where it is. */
function skipUnchanged(lines: ComparedLine[]): ComparedLine[] {
  const isNear = (at: number) =>
    lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ kind }) => kind !== 'same');
  const shown: ComparedLine[] = [];
  lines.forEach((line, at) => {
    const last = shown.at(-1);
    if (line.kind !== 'same' || isNear(at)) shown.push(line);
    else if (last?.kind === 'skipped') last.count += 1;
    else shown.push({ kind: 'skipped', count: 1 });
  });
  return shown;
}

/** A removed line directly before an added one that shares words with it is one changed line. */
function countLines(lines: ComparedLine[]): Comparison['counts'] {
  const counts = { removed: 0, added: 0, changed: 0 };
  lines.forEach((line, at) => {
    if (line.kind === 'skipped' || line.kind === 'same') return;
    const shares = line.parts.some(({ kind }) => kind === 'same');
    if (!shares) counts[line.kind] += 1;
    else if (line.kind === 'added' || lines[at + 1]?.kind !== 'added') counts.changed += 1;
  });
  return counts;
}
