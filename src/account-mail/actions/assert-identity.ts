import { lockVerifiedUser, verifyPassword } from '../../accounts/actions/change-password.ts';
import { assertConfirmed } from '../../accounts/actions/confirm-identity.ts';
import type { Context, Viewer } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import { findUser, type User } from '../../users/actions/find-user.ts';

/** D64: a stolen open browser must not be able to change the address. Returns the account for `lockVerifiedUser`. */
export async function assertIdentity(
  ctx: Context,
  viewer: Viewer,
  password: string | undefined,
): Promise<User> {
  const user = await findUser(ctx.db, viewer.uid);
  if (!user) throw new Refusal('login_required');
  if (user.password_hash === null) {
    await assertConfirmed(ctx, viewer);
    return user;
  }
  return verifyPassword(ctx, viewer, password ?? '');
}

export function lockIdentified(trx: Trx, user: User): Promise<User> {
  return lockVerifiedUser(trx, user);
}
