/**
 * Chance that falls the same way every time, so that two demos are alike. Not for secrets, which come from
 * `platform/secrets.ts`.
 */
export type Chance = {
  /** From 0 up to, but not, 1. */
  next(): number;
  between(low: number, high: number): number;
  hits(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Some of the list, the heavier ones sooner. */
  draw<T>(list: readonly T[], count: number, weigh: (one: T) => number): T[];
  /** A chance of its own for one purpose: what happens there moves nothing elsewhere. */
  of(purpose: string): Chance;
};

export function createChance(seed: string): Chance {
  let state = fold(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    hits: (probability) => next() < probability,
    pick: (list) => list[Math.floor(next() * list.length)] as (typeof list)[number],
    draw: (list, count, weigh) =>
      list
        .map((one) => ({ one, rank: next() ** (1 / Math.max(weigh(one), 1e-6)) }))
        .toSorted((a, b) => b.rank - a.rank)
        .slice(0, count)
        .map(({ one }) => one),
    of: (purpose) => createChance(`${seed}/${purpose}`),
  };
}

function fold(text: string): number {
  let hash = 0x811c9dc5;
  for (const unit of Buffer.from(text)) hash = Math.imul(hash ^ unit, 0x01000193);
  return hash;
}
