const MAX = 99;

/** D44: counts above 99 are shown as 99+. */
export function formatCount(count: number): string {
  return count > MAX ? `${MAX}+` : String(count);
}
