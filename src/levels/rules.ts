/** D34: the exp at which Lv0, Lv1 … Lv6 begin. SPEC §2 names Lv1 and Lv4. */
const LEVEL_EXP = [0, 1, 200, 500, 1500, 4500, 10_800] as const;

/** Derived from exp wherever it is needed, never stored. */
export function levelOf(exp: number): number {
  return LEVEL_EXP.findLastIndex((start) => exp >= start);
}
