import { type SetSize, writersOf } from '../query-plans/fill.ts';

/** Members one after the other, by uid. */
export type Range = { first: number; count: number };

/**
 * Who does what. The second half of the members has written nothing, so that nobody energizes a post of their own;
 * and nobody is in two ranges, so that nobody who checks in for the first time today has been here before.
 */
export type People = {
  /** Read, like, comment and follow, as often as they like. */
  crowd: Range;
  /** Energize, which earns something only so often a day. */
  givers: Range;
  twin_givers: Range;
  /** Check in, which is possible once a day. */
  early: Range;
  twin_early: Range;
  /** Have not been here today, and are for nothing else. */
  spare: Range;
};

/** Where ours is measured beside a twin, and where it has all members to itself. */
const SHARES = {
  both: { early: 0.49, crowd: 0.02, givers: 0.16, twin_givers: 0.32, spare: 0.01 },
  ours: { early: 0.49, crowd: 0.02, givers: 0.48, twin_givers: 0, spare: 0.01 },
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
  const people = Object.fromEntries(ranges) as Omit<People, 'twin_early'>;
  // Without the two members who are unlike all others.
  const few = 2;
  const those = { first: 1 + few, count: writers - few };
  if (sides === 'both') return { ...people, twin_early: those };
  const early = { ...those, count: those.count + people.early.count };
  return { ...people, early, twin_early: { ...those, count: 0 } };
}

export function uidsOf({ first, count }: Range): number[] {
  return Array.from({ length: count }, (_, place) => first + place);
}

/** An equal part of a range for every time it is asked for; each member is in one part. */
export function inParts({ first, count }: Range, parts: number): () => Range {
  const each = Math.floor(count / parts);
  let taken = 0;
  return () => {
    if (taken === parts) throw new Error(`nobody is left of ${count} members in ${parts} parts`);
    return { first: first + each * taken++, count: each };
  };
}
