import { type SetSize, writersOf } from '../query-plans/fill.ts';

/** Members with consecutive uids. */
export type Range = { first: number; count: number };

/**
 * The members of each task. The second half of the members has written nothing, so none energizes their own post. No member is in
 * two ranges, so the first check-in of a day is really the first.
 */
export type People = {
  /** Read, like, comment and follow, any number of times. */
  crowd: Range;
  /** Energize, which is rewarded a limited number of times per day. */
  givers: Range;
  baseline_givers: Range;
  /** Check in, once per day. */
  early: Range;
  baseline_early: Range;
  /** Not checked in today, and used for nothing else. */
  spare: Range;
};

/** Shares when ours is measured beside a baseline, and when ours has all members. */
const SHARES = {
  both: { early: 0.49, crowd: 0.02, givers: 0.16, baseline_givers: 0.32, spare: 0.01 },
  ours: { early: 0.49, crowd: 0.02, givers: 0.48, baseline_givers: 0, spare: 0.01 },
};

export function peopleOf(size: SetSize, sides: keyof typeof SHARES = 'both'): People {
  const writers = writersOf(size);
  const readers = size.members - writers;
  let first = writers + 1;
  const ranges = Object.entries(SHARES[sides]).map(([name, share]): [string, Range] => {
    const range = { first, count: Math.floor(readers * share) };
    first += range.count;
    return [name, range];
  });
  const people = Object.fromEntries(ranges) as Omit<People, 'baseline_early'>;
  // The first two members are special: see query-plans/fill.ts.
  const few = 2;
  const those = { first: 1 + few, count: writers - few };
  if (sides === 'both') return { ...people, baseline_early: those };
  const early = { ...those, count: those.count + people.early.count };
  return { ...people, early, baseline_early: { ...those, count: 0 } };
}

export function uidsOf({ first, count }: Range): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}

/** Returns an equal part of the range per call; no member is in two parts. */
export function inParts({ first, count }: Range, parts: number): () => Range {
  const each = Math.floor(count / parts);
  let taken = 0;
  return () => {
    if (taken === parts) throw new Error(`no members left of ${count} in ${parts} parts`);
    return { first: first + each * taken++, count: each };
  };
}
