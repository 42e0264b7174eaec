export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** Two-sided p of the Mann-Whitney U test: normal approximation, corrected for ties and continuity. */
export function mannWhitney(a: number[], b: number[]): number {
  const { rankSum, ties } = rankFirst(a, b);
  const [n, m] = [a.length, b.length];
  const u = rankSum - (n * (n + 1)) / 2;
  const total = n + m;
  const variance = ((n * m) / 12) * (total + 1 - ties / (total * (total - 1)));
  const distance = Math.max(0, Math.abs(u - (n * m) / 2) - 0.5);
  return 2 * normalTail(distance / Math.sqrt(variance));
}

/** The ranks of `a` among all values, equal values sharing theirs. */
function rankFirst(a: number[], b: number[]): { rankSum: number; ties: number } {
  const all = [
    ...a.map((value) => ({ value, first: true })),
    ...b.map((value) => ({ value, first: false })),
  ].sort((one, other) => one.value - other.value);
  let rankSum = 0;
  let ties = 0;
  for (let start = 0; start < all.length; ) {
    let end = start;
    while (end < all.length && all[end]?.value === all[start]?.value) end++;
    const shared = (start + 1 + end) / 2;
    rankSum += shared * all.slice(start, end).filter((one) => one.first).length;
    ties += (end - start) ** 3 - (end - start);
    start = end;
  }
  return { rankSum, ties };
}

/** P(Z > z), by Abramowitz and Stegun 7.1.26; accurate to seven digits. */
function normalTail(z: number): number {
  const x = z / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const poly =
    t *
    (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return (poly * Math.exp(-x * x)) / 2;
}

/** Holm's correction: multiplies each p by the number of comparisons left, so that many comparisons find nothing by chance. */
export function holm(ps: Record<string, number>): Record<string, number> {
  const sorted = Object.entries(ps).sort(([, one], [, other]) => one - other);
  let highest = 0;
  return Object.fromEntries(
    sorted.map(([name, p], index) => {
      highest = Math.max(highest, Math.min(1, p * (sorted.length - index)));
      return [name, highest];
    }),
  );
}
