import { diffArrays } from 'diff';

/** A piece of a text: in both, only in the earlier, or only in the later one. */
export type Part = { kind: 'same' | 'removed' | 'added'; text: string };

/** Beyond this a comparison helps less than reading the text. */
export const EDITS_MAX = 2_000;

const words = new Intl.Segmenter('zh', { granularity: 'word' });

/** By words, which Chinese does not separate by spaces. */
export function segmentsOf(text: string): string[] {
  return Array.from(words.segment(text), ({ segment }) => segment);
}

/** Without time left before the deadline, the whole text counts as changed. */
export function compareWords(before: string, after: string, deadline: number): Part[] {
  const timeout = deadline - Date.now();
  const changes =
    timeout > 0
      ? diffArrays(segmentsOf(before), segmentsOf(after), { timeout, maxEditLength: EDITS_MAX })
      : undefined;
  if (!changes) return nonEmpty([removed(before), added(after)]);
  return joinChanges(
    changes.map((change) => ({ kind: kindOf(change), text: change.value.join('') })),
  );
}

export function kindOf({ removed, added }: { removed?: boolean; added?: boolean }): Part['kind'] {
  return removed ? 'removed' : added ? 'added' : 'same';
}

const NO_WORD = /^[\p{P}\p{Z}\s]*$/u;

/** Changes with only a comma or a space between them read better as one: first what was there, then what is. */
function joinChanges(parts: Part[]): Part[] {
  const joined: Part[] = [];
  let before = '';
  let after = '';
  const flush = () => {
    joined.push(...nonEmpty([removed(before), added(after)]));
    before = '';
    after = '';
  };
  parts.forEach(({ kind, text }, at) => {
    const isBetweenChanges = at > 0 && at < parts.length - 1 && NO_WORD.test(text);
    if (kind !== 'added' && (kind === 'removed' || isBetweenChanges)) before += text;
    if (kind !== 'removed' && (kind === 'added' || isBetweenChanges)) after += text;
    if (kind === 'same' && !isBetweenChanges) {
      flush();
      joined.push({ kind, text });
    }
  });
  flush();
  return joined;
}

const removed = (text: string): Part => ({ kind: 'removed', text });
const added = (text: string): Part => ({ kind: 'added', text });

function nonEmpty(parts: Part[]): Part[] {
  return parts.filter(({ text }) => text !== '');
}
