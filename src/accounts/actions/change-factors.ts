import type { Context, Viewer } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import * as factors from '../../second-factors/actions/factors.ts';
import * as passkeys from '../../second-factors/actions/passkeys.ts';
import { reopenTotp, sealTotp } from '../../second-factors/actions/totp.ts';
import { getSiteSetting } from '../../site-settings/actions.ts';
import { setPasswordHash } from '../../users/actions/change-user.ts';
import { findUser, type User } from '../../users/actions/find-user.ts';
import { lockUser } from '../../users/actions/lock-user.ts';
import { assertConfirmed } from './confirm-identity.ts';
import { reportFactorChange } from './report-factors.ts';

/** D64: every change here needs a recent confirmation, is recorded and mailed, and ends the trusted devices. */
async function change<T>(
  ctx: Context,
  viewer: Viewer,
  work: (trx: Trx, user: User) => Promise<T>,
): Promise<T> {
  await assertConfirmed(ctx, viewer);
  return ctx.tx(async (trx) => {
    const user = await lockUser(trx, viewer.uid);
    if (!user || user.deleted_at) throw new Refusal('login_required');
    const result = await work(trx, user);
    await assertStaffHasFactor(trx, user);
    return result;
  });
}

/** The last second factor of the staff stays while the site requires one. */
async function assertStaffHasFactor(trx: Trx, before: User): Promise<void> {
  if (before.role === 'member' || !before.second_factor) return;
  const after = await lockUser(trx, before.uid);
  if (after?.second_factor) return;
  if (await getSiteSetting(trx, 'staff.second_factor_required'))
    throw new Refusal('second_factor_needed');
}

export async function addPasskey(
  ctx: Context,
  viewer: Viewer,
  input: { name: string; passkey: string; passkey_token: string | undefined },
): Promise<passkeys.Passkey> {
  await assertConfirmed(ctx, viewer);
  const { passkey, passkey_token: token } = input;
  const verified = await passkeys.verifyCreation(ctx, viewer.uid, { passkey, token });
  return change(ctx, viewer, async (trx, user) => {
    const name = input.name.trim();
    const added = await passkeys.storePasskey(ctx, trx, user.uid, name, verified);
    if (user.second_factor) await factors.changeFactor(trx, user.uid, {});
    await report(ctx, trx, user, viewer, 'passkey_added', name);
    return added;
  });
}

export function renamePasskey(
  ctx: Context,
  viewer: Viewer,
  id: number,
  name: string,
): Promise<void> {
  return change(ctx, viewer, (trx, user) => factors.renamePasskey(trx, user.uid, id, name.trim()));
}

export function removePasskey(ctx: Context, viewer: Viewer, id: number): Promise<void> {
  return change(ctx, viewer, async (trx, user) => {
    const { name, left } = await factors.removePasskey(trx, user.uid, id);
    if (user.second_factor)
      await factors.changeFactor(trx, user.uid, left === 0 ? { passkey_step: false } : {});
    await dropIdleCodes(trx, user.uid);
    await report(ctx, trx, user, viewer, 'passkey_removed', name);
  });
}

/** Whether the password alone is enough, or a passkey is asked for too. Returns new recovery codes when it is turned on. */
export function setPasskeyStep(ctx: Context, viewer: Viewer, enabled: boolean): Promise<string[]> {
  return change(ctx, viewer, async (trx, user) => {
    const before = await factors.listFactors(trx, user.uid);
    if (before.passkey_step === enabled) return [];
    if (enabled && before.passkeys.length === 0)
      throw new Refusal('wrong_state', { state: 'no_passkey' });
    await factors.changeFactor(trx, user.uid, { passkey_step: enabled });
    await report(ctx, trx, user, viewer, enabled ? 'passkey_step_on' : 'passkey_step_off');
    if (!enabled) await dropIdleCodes(trx, user.uid);
    const hasCodes = before.recovery_codes_left > 0;
    return enabled && !hasCodes ? factors.makeRecoveryCodes(ctx, trx, user.uid) : [];
  });
}

/** The first code shows that the app has the secret. Returns new recovery codes. */
export async function turnOnTotp(
  ctx: Context,
  viewer: Viewer,
  input: { setup: string; code: string },
): Promise<string[]> {
  const setup = reopenTotp(ctx, { uid: viewer.uid, email: '' }, '', input.setup);
  if (!setup) throw new Refusal('second_factor_expired');
  return change(ctx, viewer, async (trx, user) => {
    const { totp_added_at } = await factors.listFactors(trx, user.uid);
    if (totp_added_at) throw new Refusal('wrong_state', { state: 'totp_on' });
    const sealed = sealTotp(ctx, setup.secret, input.code);
    if (!sealed) throw new Refusal('wrong_code');
    await factors.changeFactor(trx, user.uid, sealed);
    await report(ctx, trx, user, viewer, 'totp_added');
    return factors.makeRecoveryCodes(ctx, trx, user.uid);
  });
}

export function turnOffTotp(ctx: Context, viewer: Viewer): Promise<void> {
  return change(ctx, viewer, async (trx, user) => {
    const { totp_added_at } = await factors.listFactors(trx, user.uid);
    if (!totp_added_at) throw new Refusal('not_found');
    const off = { totp_secret: null, totp_added_at: null, totp_step: 0 };
    await factors.changeFactor(trx, user.uid, off);
    await dropIdleCodes(trx, user.uid);
    await report(ctx, trx, user, viewer, 'totp_removed');
  });
}

export function renewRecoveryCodes(ctx: Context, viewer: Viewer): Promise<string[]> {
  return change(ctx, viewer, async (trx, user) => {
    if (!user.second_factor) throw new Refusal('wrong_state', { state: 'no_second_factor' });
    const codes = await factors.makeRecoveryCodes(ctx, trx, user.uid);
    await report(ctx, trx, user, viewer, 'recovery_codes_made');
    return codes;
  });
}

export function endTrustedDevices(ctx: Context, viewer: Viewer): Promise<void> {
  return change(ctx, viewer, async (trx, user) => {
    if (user.second_factor) await factors.changeFactor(trx, user.uid, {});
  });
}

/** From then on the member logs in by passkey. Ends every other session. */
export function removePassword(ctx: Context, viewer: Viewer): Promise<void> {
  return change(ctx, viewer, async (trx, user) => {
    if (user.password_hash === null) throw new Refusal('not_found');
    if (!(await factors.hasPasskey(trx, user.uid))) throw new Refusal('last_factor');
    await setPasswordHash(trx, user.uid, null, viewer.session_id);
    await report(ctx, trx, user, viewer, 'password_removed');
  });
}

/** Recovery codes replace a second factor, so without one they are worth nothing. */
async function dropIdleCodes(trx: Trx, uid: number): Promise<void> {
  if (!(await findUser(trx, uid))?.second_factor) await factors.dropRecoveryCodes(trx, uid);
}

function report(
  ctx: Context,
  trx: Trx,
  user: User,
  viewer: Viewer,
  what: Parameters<typeof reportFactorChange>[3]['change'],
  name?: string,
): Promise<void> {
  const { session_id } = viewer;
  return reportFactorChange(ctx, trx, user, {
    change: what,
    session_id,
    ...(name === undefined ? {} : { name }),
  });
}
