/** SPEC §8 leaves sizes open; D10 sets them. */
export const EMAIL_MAX = 254;

/** D10: two spellings of one address are one account. */
export function foldEmail(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}
