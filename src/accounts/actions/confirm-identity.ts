import type { Context, Viewer } from '../../context.ts';
import { canSendMail, enqueueMail } from '../../mail/actions/enqueue-mail.ts';
import { createMailToken, takeMailCode } from '../../mail/actions/mail-tokens.ts';
import type { Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import { hasPasskey } from '../../second-factors/actions/factors.ts';
import { type VerifiedUse, verifyPasskey } from '../../second-factors/actions/passkeys.ts';
import { findUser, type User } from '../../users/actions/find-user.ts';
import { lockUser } from '../../users/actions/lock-user.ts';
import { isRecentlyConfirmed } from '../rules.ts';
import { selectConfirmedAt, updateSession } from '../store/sessions.ts';
import { acceptPasskey } from './use-passkey.ts';

/** How a member can show who they are. A mailed code would be weaker than a password, so it is for those without one. */
export type ConfirmWays = { password: boolean; passkey: boolean; mail: boolean };

type Confirmation = {
  password?: string | undefined;
  code?: string | undefined;
  passkey?: string | undefined;
  passkey_token?: string | undefined;
};

/** D64: for changes that a stolen open browser must not be able to make. */
export async function assertConfirmed(ctx: Context, viewer: Viewer): Promise<void> {
  if (!(await isConfirmed(ctx, viewer))) throw new Refusal('confirmation_required');
}

export async function isConfirmed(ctx: Context, viewer: Viewer): Promise<boolean> {
  const confirmedAt = await selectConfirmedAt(ctx.db, viewer.uid, viewer.session_id);
  return isRecentlyConfirmed(confirmedAt, ctx.now());
}

/** The caller has checked who the viewer is. */
export async function markConfirmed(ctx: Context, trx: Trx, viewer: Viewer): Promise<void> {
  await updateSession(trx, viewer.uid, viewer.session_id, { confirmed_at: ctx.now() });
}

export async function listConfirmWays(ctx: Context, viewer: Viewer): Promise<ConfirmWays> {
  const user = await findUser(ctx.db, viewer.uid);
  const password = typeof user?.password_hash === 'string';
  const passkey = await hasPasskey(ctx.db, viewer.uid);
  return { password, passkey, mail: !password && canSendMail(ctx.config) };
}

export async function confirmIdentity(
  ctx: Context,
  viewer: Viewer,
  { password, code, passkey, passkey_token }: Confirmation,
): Promise<void> {
  if (passkey !== undefined)
    return confirmByPasskey(
      ctx,
      viewer,
      await verifyPasskey(ctx, { passkey, token: passkey_token }),
    );
  if (password !== undefined) return confirmByPassword(ctx, viewer, password);
  if (code !== undefined) return confirmByCode(ctx, viewer, code);
  throw new Refusal('invalid_input', {}, { fields: [{ pointer: '', detail: 'must name a way' }] });
}

async function confirmByPassword(ctx: Context, viewer: Viewer, password: string): Promise<void> {
  const user = await findUser(ctx.db, viewer.uid);
  if (!(await ctx.passwords.matches(password, user?.password_hash)))
    throw new Refusal('wrong_password');
  await ctx.tx(async (trx) => {
    const locked = await lockPresent(trx, viewer.uid);
    if (locked.password_hash !== user?.password_hash) throw new Refusal('wrong_password');
    await markConfirmed(ctx, trx, viewer);
  });
}

async function confirmByPasskey(
  ctx: Context,
  viewer: Viewer,
  verified: VerifiedUse,
): Promise<void> {
  const refusal = await ctx.tx(async (trx) => {
    const user = await lockPresent(trx, viewer.uid);
    const refused = await acceptPasskey(ctx, trx, user, verified);
    if (!refused) await markConfirmed(ctx, trx, viewer);
    return refused;
  });
  if (refusal) throw refusal;
}

async function confirmByCode(ctx: Context, viewer: Viewer, code: string): Promise<void> {
  const right = await ctx.tx(async (trx) => {
    const { uid, password_hash } = await lockPresent(trx, viewer.uid);
    if (password_hash !== null) return false;
    const taken = await takeMailCode(ctx, trx, 'confirm_identity', uid, code);
    if (taken) await markConfirmed(ctx, trx, viewer);
    return taken !== undefined;
  });
  // The failed try was counted and stays so.
  if (!right) throw new Refusal('wrong_code', {}, { keepsEffects: true });
}

/** For members without a password. */
export async function sendConfirmCode(ctx: Context, viewer: Viewer): Promise<void> {
  if (!canSendMail(ctx.config)) throw new Refusal('not_found');
  await ctx.tx(async (trx) => {
    const { uid, email, locale, password_hash } = await lockPresent(trx, viewer.uid);
    if (password_hash !== null || email === null) throw new Refusal('not_found');
    const token = await createMailToken(ctx, trx, { purpose: 'confirm_identity', uid, email });
    await enqueueMail(ctx, trx, {
      kind: 'confirm_identity',
      to: { uid, email, locale },
      cause: `confirm_identity:${token}`,
      data: { token },
    });
  });
}

async function lockPresent(trx: Trx, uid: number): Promise<User> {
  const user = await lockUser(trx, uid);
  if (!user || user.deleted_at) throw new Refusal('login_required');
  return user;
}
