/** A line of the one text and the line of the other that it became; one of them may be missing. */
export type LinePair<Line> = { before?: Line; after?: Line };

/** Shared words, as a share of all, from which two lines count as versions of one line. */
const LIKENESS_MIN = 0.4;
/** Up to this many comparisons, a removed line is compared with every added one … */
const COMPARISONS_MAX = 2_500;
/** … and in longer runs with as many of the next. */
const LOOKAHEAD = 12;

/** Pairs removed lines with added lines like them, in order, so that only their words need to be marked. */
export function pairLines<Line extends { text: string; plain: string }>(
  removed: Line[],
  added: Line[],
  segmentsOf: (text: string) => string[],
): LinePair<Line>[] {
  // Without addresses: a link under some words does not make them others.
  const wordsOf = ({ plain, text }: Line) => new Set(segmentsOf(plain || text));
  const lookahead = Math.max(LOOKAHEAD, Math.floor(COMPARISONS_MAX / removed.length));
  const words = added.map(wordsOf);
  const pairs: LinePair<Line>[] = [];
  let next = 0;
  for (const before of removed) {
    const own = wordsOf(before);
    const end = Math.min(added.length, next + lookahead);
    let at = next;
    while (at < end && likeness(own, words[at]) < LIKENESS_MIN) at += 1;
    if (at === end) {
      pairs.push({ before });
      continue;
    }
    pairs.push(...added.slice(next, at).map((after) => ({ after })));
    pairs.push({ before, after: added[at] as Line });
    next = at + 1;
  }
  return [...pairs, ...added.slice(next).map((after) => ({ after }))];
}

function likeness(one: Set<string>, other: Set<string> = new Set()): number {
  let shared = 0;
  for (const word of one) if (other.has(word)) shared += 1;
  return (2 * shared) / Math.max(1, one.size + other.size);
}
