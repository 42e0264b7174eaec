/** How many differences per check a report lists. */
export const NAMED_MAX = 100;
/** How many differences per check are repaired before everything is compared again. */
export const REPAIRED_AT_ONCE = 10_000;

/** Null if the row that should contain the value is missing. */
type Counts = Record<string, number | null>;

/** Only the values that differ. */
export type NamedDifference = { subject: string; stored: Counts; actual: Counts };

/** A repair finds the row by `owner`. */
export type Difference = NamedDifference & { owner: number[] };

/** The number of rows compared, how many differ, and the first of those. */
export type Finding<D = Difference> = { rows: number; total: number; differences: D[] };

export function listDifferences<N extends NamedDifference>(found: N): N {
  const differs = (value: string) => found.stored[value] !== found.actual[value];
  const keep = (values: Counts) =>
    Object.fromEntries(Object.entries(values).filter(([value]) => differs(value)));
  return { ...found, stored: keep(found.stored), actual: keep(found.actual) };
}

/** One owner may have several differences: a post in its counters and days. */
export function ownersOf(differences: Difference[]): number[][] {
  return [...new Map(differences.map(({ owner }) => [owner.join(), owner])).values()];
}
