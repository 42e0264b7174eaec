import { randomBytes } from 'node:crypto';
import type { Context, Viewer } from '../../context.ts';
import { notifyUser } from '../../notifications/actions/notify.ts';
import { addSeconds } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import { setPasswordHash } from '../../users/actions/change-user.ts';
import { findUser, type User } from '../../users/actions/find-user.ts';
import { lockUser } from '../../users/actions/lock-user.ts';
import { assertUncommonPassword } from '../common-passwords.ts';
import { ACCESS_SECONDS } from '../rules.ts';
import { updateSession } from '../store/sessions.ts';
import { mailPasswordChanged } from './account-mails.ts';
import { assertConfirmed } from './confirm-identity.ts';
import { type IssuedTokens, issueTokens } from './open-session.ts';
import { recordSecurityEvent } from './security-events.ts';

const SALT_BYTES = 32;

/**
 * Ends every other session. The current session gets a new salt: all tokens issued before, copies included,
 * stop verifying, while the device keeps its position and remark in the list.
 */
export async function changePassword(
  ctx: Context,
  viewer: Viewer,
  input: { current_password?: string; new_password: string },
): Promise<{ user: User; tokens: IssuedTokens }> {
  const verified = await verifyPassword(ctx, viewer, input.current_password, '/current_password');
  await assertUncommonPassword(input.new_password, '/new_password');
  const hash = await ctx.passwords.hash(input.new_password);
  return ctx.tx(async (trx) => {
    const user = await lockVerifiedUser(trx, verified);
    await setPasswordHash(trx, user.uid, hash, viewer.session_id);
    const now = ctx.now();
    const session = await updateSession(trx, user.uid, viewer.session_id, {
      salt: randomBytes(SALT_BYTES),
      access_expires_at: addSeconds(now, ACCESS_SECONDS),
      parent_access_expires_at: null,
      rotated_at: now,
    });
    await recordSecurityEvent(ctx, trx, {
      uid: user.uid,
      kind: 'password_changed',
      session_id: session.id,
    });
    await notifyUser(trx, {
      uid: user.uid,
      kind: 'password_changed',
      cause: `password_changed:${now.toISOString()}`,
      created_at: now,
    });
    await mailPasswordChanged(ctx, trx, user);
    return { user: { ...user, password_hash: hash }, tokens: issueTokens(ctx, session) };
  });
}

/**
 * For operations that a stolen open browser must not be able to do. A member without a password has shown in another
 * way who they are (D64).
 */
export async function verifyPassword(
  ctx: Context,
  viewer: Viewer,
  password: string | undefined,
  pointer = '/password',
): Promise<User> {
  const user = await findUser(ctx.db, viewer.uid);
  if (user && user.password_hash === null) {
    await assertConfirmed(ctx, viewer);
    return user;
  }
  if (password === undefined) {
    const detail = 'must be given, because the account has a password';
    throw new Refusal('invalid_input', {}, { fields: [{ pointer, detail }] });
  }
  const matches = await ctx.passwords.matches(password, user?.password_hash);
  if (!matches || !user) throw new Refusal('wrong_password');
  return user;
}

/** Of two concurrent changes that verified the same old password, only the first may go on. */
export async function lockVerifiedUser(trx: Trx, verified: User): Promise<User> {
  const user = await lockUser(trx, verified.uid);
  if (!user || user.deleted_at || user.password_hash !== verified.password_hash) {
    throw new Refusal('wrong_password');
  }
  return user;
}
