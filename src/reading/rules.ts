/** A count that is exact, or only known to be larger. */
export type BoundedCount = { value: number; isMore: boolean };

export function bounded(count: number, max: number): BoundedCount {
  return { value: Math.min(count, max), isMore: count > max };
}
