import { createHash } from 'node:crypto';
import { normalizeEmail } from '../users/rules.ts';

/** An e-mail address as limits count it: limits are kept where no address should be. */
export function emailKey(email: string): string {
  return createHash('sha256').update(normalizeEmail(email)).digest('base64url');
}
