/**
 * Random numbers from a seed, so that every demo is the same. Not for secrets; those come from `platform/secrets.ts`.
 */
export type Random = {
  /** From 0 to 1, without 1. */
  next(): number;
  between(low: number, high: number): number;
  bool(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** A weighted sample without replacement. */
  sample<T>(list: readonly T[], count: number, weigh: (one: T) => number): T[];
  /** An independent generator: how many numbers it yields changes no other. */
  fork(name: string): Random;
};

/** mulberry32. */
export function createRandom(seed: string): Random {
  let state = hash(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    bool: (probability) => next() < probability,
    pick: (list) => list[Math.floor(next() * list.length)] as (typeof list)[number],
    sample: (list, count, weigh) =>
      list
        .map((one) => ({ one, rank: next() ** (1 / Math.max(weigh(one), 1e-6)) }))
        .toSorted((a, b) => b.rank - a.rank)
        .slice(0, count)
        .map(({ one }) => one),
    fork: (name) => createRandom(`${seed}/${name}`),
  };
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193);
  return value;
}
