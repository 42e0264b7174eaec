/** A line of the one text and the line of the other that it became; one of them may be missing. */
export type LinePair = { before?: string; after?: string };

/** Shared words, as a share of all, from which two lines count as versions of one line. */
const LIKENESS_MIN = 0.4;
/** More comparisons than this, and lines are not paired: the moderator sees them as removed and added. */
const COMPARISONS_MAX = 2_500;

/** Pairs removed lines with added lines like them, in order, so that only their words need to be marked. */
export function pairLines(
  removed: string[],
  added: string[],
  segmentsOf: (text: string) => string[],
): LinePair[] {
  if (removed.length * added.length > COMPARISONS_MAX) {
    return [...removed.map((before) => ({ before })), ...added.map((after) => ({ after }))];
  }
  const rest = added.map((text) => ({ text, words: new Set(segmentsOf(text)) }));
  const pairs: LinePair[] = [];
  for (const before of removed) {
    const own = new Set(segmentsOf(before));
    const at = rest.findIndex(({ words }) => likeness(own, words) >= LIKENESS_MIN);
    const skipped = at < 0 ? [] : rest.splice(0, at);
    pairs.push(...skipped.map(({ text }) => ({ after: text })));
    const found = at < 0 ? undefined : rest.shift();
    pairs.push(found ? { before, after: found.text } : { before });
  }
  return [...pairs, ...rest.map(({ text }) => ({ after: text }))];
}

function likeness(one: Set<string>, other: Set<string>): number {
  let shared = 0;
  for (const word of one) if (other.has(word)) shared += 1;
  return (2 * shared) / Math.max(1, one.size + other.size);
}
