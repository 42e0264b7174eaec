/** How many differences of one check a report names; it always says how many there are. */
export const NAMED_MAX = 100;
/** How many differences of one check are put right before everything is compared again. */
export const REPAIRED_AT_ONCE = 10_000;

/** Null where the row that should hold the figure is missing. */
type Counts = Record<string, number | null>;

/** One thing whose figures are not what they should be; only the figures that differ. */
export type NamedDifference = { subject: string; stored: Counts; actual: Counts };

/** `owner` is what a repair finds the row by. */
export type Difference = NamedDifference & { owner: number[] };

/** What comparing found: how many rows were looked at, how many differ, and the first of those. */
export type Finding<D = Difference> = { rows: number; total: number; differences: D[] };

export function listDifferences<N extends NamedDifference>(found: N): N {
  const differs = (figure: string) => found.stored[figure] !== found.actual[figure];
  const keep = (figures: Counts) =>
    Object.fromEntries(Object.entries(figures).filter(([figure]) => differs(figure)));
  return { ...found, stored: keep(found.stored), actual: keep(found.actual) };
}
