import { createHash } from 'node:crypto';
import { normalizeEmail } from '../users/rules.ts';

/** Limit keys contain a hash, because e-mail addresses must not be stored with the limits. */
export function emailKey(email: string): string {
  return createHash('sha256').update(normalizeEmail(email)).digest('base64url');
}
