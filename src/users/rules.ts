import type { Role, UserStatus } from '../roles.ts';

/** SPEC §8 leaves sizes open; D10 sets them. */
export const EMAIL_MAX = 254;
export const EMAIL_FORM = '^[^\\s@]+@[^\\s@.]+(\\.[^\\s@.]+)+$';

/** D34: the exp at which Lv0, Lv1 … Lv6 begin. SPEC §2 names Lv1 and Lv4. */
export const LEVEL_EXP = [0, 1, 200, 500, 1500, 4500, 10_800] as const;

/** D10: two spellings of one address are one account. */
export function normalizeEmail(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}

/** D56: a banned user has no staff role. The stored role stays, so an unban returns it. */
export function effectiveRole(user: { role: string; status: string }): Role {
  return (user.status as UserStatus) === 'banned' ? 'member' : (user.role as Role);
}

/** Derived from exp. Of other members, `member_card` has it. */
export function levelOf(exp: number): number {
  return LEVEL_EXP.findLastIndex((start) => exp >= start);
}

/** A row of `users` as a card, for what a member reads about themselves. */
export function withLevel<Row extends { exp: number }>(row: Row): Row & { level: number } {
  return { ...row, level: levelOf(row.exp) };
}

/** D68: its end has come, even if no worker has noticed yet. */
export function isBanOver(
  { status, banned_until }: { status: string; banned_until: Date | null },
  now: Date,
): boolean {
  return status === 'banned' && banned_until !== null && banned_until <= now;
}
