import { diffArrays } from 'diff';

export type DiffLine = { kind: 'same' | 'mine' | 'theirs'; text: string };

/** A long text must not block the page; beyond this, everything counts as different. */
const EDITS_MAX = 2_000;

/** The lines of both texts in order, each marked as common or as part of one text only. */
export function diffLines(theirs: string[], mine: string[]): DiffLine[] {
  const changes = diffArrays(theirs, mine, { maxEditLength: EDITS_MAX }) ?? [
    { value: theirs, removed: true, added: false },
    { value: mine, removed: false, added: true },
  ];
  return changes.flatMap(({ value, removed, added }) => {
    const kind = removed ? 'theirs' : added ? 'mine' : 'same';
    return value.map((text): DiffLine => ({ kind, text }));
  });
}
