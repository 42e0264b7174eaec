export type DiffLine = { kind: 'same' | 'mine' | 'theirs'; text: string };

/** Above this, only the common start and end are compared: a long text must not block the page. */
const CELLS_MAX = 4_000_000;

/** The lines of both texts in order, each marked as common or as part of one text only. */
export function diffLines(theirs: string[], mine: string[]): DiffLine[] {
  let start = 0;
  while (start < theirs.length && start < mine.length && theirs[start] === mine[start]) start += 1;
  let end = 0;
  while (
    end < theirs.length - start &&
    end < mine.length - start &&
    theirs[theirs.length - 1 - end] === mine[mine.length - 1 - end]
  )
    end += 1;
  return [
    ...theirs.slice(0, start).map((text) => ({ kind: 'same' as const, text })),
    ...diffMiddle(theirs.slice(start, theirs.length - end), mine.slice(start, mine.length - end)),
    ...theirs.slice(theirs.length - end).map((text) => ({ kind: 'same' as const, text })),
  ];
}

function diffMiddle(theirs: string[], mine: string[]): DiffLine[] {
  if (theirs.length * mine.length > CELLS_MAX) {
    return [
      ...theirs.map((text) => ({ kind: 'theirs' as const, text })),
      ...mine.map((text) => ({ kind: 'mine' as const, text })),
    ];
  }
  const lengths = commonLengths(theirs, mine);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < theirs.length || j < mine.length) {
    const isSame = i < theirs.length && j < mine.length && theirs[i] === mine[j];
    const down = lengths[i + 1]?.[j] ?? -1;
    const right = lengths[i]?.[j + 1] ?? -1;
    if (isSame) lines.push({ kind: 'same', text: theirs[i++] ?? '' });
    else if (i < theirs.length && (j >= mine.length || down >= right))
      lines.push({ kind: 'theirs', text: theirs[i++] ?? '' });
    else lines.push({ kind: 'mine', text: mine[j++] ?? '' });
    if (isSame) j += 1;
  }
  return lines;
}

/** The length of the longest common subsequence of `theirs` from i and `mine` from j. */
function commonLengths(theirs: string[], mine: string[]): Uint32Array[] {
  const lengths = Array.from({ length: theirs.length + 1 }, () => new Uint32Array(mine.length + 1));
  for (let i = theirs.length - 1; i >= 0; i -= 1) {
    const row = lengths[i] as Uint32Array;
    const below = lengths[i + 1] as Uint32Array;
    for (let j = mine.length - 1; j >= 0; j -= 1) {
      row[j] =
        theirs[i] === mine[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return lengths;
}
