import type { Role, UserStatus } from '../context.ts';

/** SPEC §8 leaves sizes open; D10 sets them. */
export const EMAIL_MAX = 254;

/** D10: two spellings of one address are one account. */
export function foldEmail(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}

/** D56: while banned, nobody has a staff role. The stored one stays, so that an unban returns it. */
export function effectiveRole(user: { role: string; status: string }): Role {
  return (user.status as UserStatus) === 'banned' ? 'member' : (user.role as Role);
}
