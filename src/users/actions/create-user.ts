import type { Role } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { normalizeEmail } from '../rules.ts';
import { insertUser } from '../store/users.ts';
import type { User } from './find-user.ts';

export async function createUser(
  trx: Trx,
  user: {
    email: string;
    password_hash: string | null;
    role: Role;
    created_at: Date;
    locale?: string;
    email_verified_at?: Date;
  },
): Promise<User> {
  return insertUser(trx, {
    ...user,
    email: user.email.trim(),
    email_key: normalizeEmail(user.email),
  });
}
