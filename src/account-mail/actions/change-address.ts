import { recordSecurityEvent } from '../../accounts/actions/security-events.ts';
import type { Context, Viewer } from '../../context.ts';
import {
  createMailToken,
  endMailTokens,
  MAIL_TOKEN_SECONDS,
} from '../../mail/actions/mail-tokens.ts';
import { addSeconds } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import { setEmail } from '../../users/actions/change-user.ts';
import type { User } from '../../users/actions/find-user.ts';
import { lockUser } from '../../users/actions/lock-user.ts';
import { normalizeEmail } from '../../users/rules.ts';
import * as store from '../store/email-changes.ts';
import { assertIdentity, lockIdentified } from './assert-identity.ts';
import { mailAddressChanged, mailNewAddress } from './change-mails.ts';
import { assertMailOn, consumeMailLimits } from './mail-limits.ts';
import { type LinkOrCode, useLinkOrCode } from './use-link.ts';

/** The old address stays until the new one is confirmed. */
export async function requestAddressChange(
  ctx: Context,
  viewer: Viewer,
  input: { email: string; password?: string },
): Promise<void> {
  assertMailOn(ctx);
  const identified = await assertIdentity(ctx, viewer, input.password);
  const new_email = input.email.trim();
  const new_email_key = normalizeEmail(new_email);
  if (new_email_key === identified.email_key) throw new Refusal('email_same');
  await ctx.limits.consume('mail_member', String(viewer.uid));
  await consumeMailLimits(ctx, new_email);
  await ctx.tx(async (trx) => {
    const user = await lockIdentified(trx, identified);
    await endMailTokens(trx, user.uid, 'change_address');
    await store.replacePending(trx, {
      uid: user.uid,
      old_email: user.email ?? '',
      old_email_key: user.email_key ?? '',
      new_email,
      new_email_key,
      requested_at: ctx.now(),
    });
    await mailNewAddress(ctx, trx, user, new_email);
  });
}

export async function cancelAddressChange(ctx: Context, viewer: Viewer): Promise<void> {
  await ctx.tx(async (trx) => {
    await lockUser(trx, viewer.uid);
    await endMailTokens(trx, viewer.uid, 'change_address');
    if (!(await store.deletePending(trx, viewer.uid))) throw new Refusal('not_found');
  });
}

/** By the link or the code in the mail to the new address. The unique index refuses one that is taken meanwhile. */
export async function confirmAddressChange(
  ctx: Context,
  viewer: Viewer | null,
  input: LinkOrCode,
): Promise<{ email: string }> {
  return ctx.tx(async (trx) => {
    const { user, used } = await useLinkOrCode(ctx, trx, 'change_address', viewer, input);
    const pending = await store.findPending(trx, user.uid, oldestPending(ctx));
    if (!pending || pending.new_email_key !== used.email_key || user.deleted_at)
      throw new Refusal('mail_link_invalid');
    await setEmail(trx, user.uid, pending.new_email, ctx.now());
    await recordSecurityEvent(ctx, trx, {
      uid: user.uid,
      kind: 'email_changed',
      session_id: viewer?.uid === user.uid ? viewer.session_id : null,
    });
    const undo_token_id = await allowUndo(ctx, trx, user, pending);
    const old_email = user.email ?? '';
    await mailAddressChanged(ctx, trx, user, { ...pending, old_email, undo_token_id });
    return { email: pending.new_email };
  });
}

/**
 * An old address that was never verified may be a typing error that belongs to somebody else: it gets no link, and its
 * owner may register with it.
 */
async function allowUndo(
  ctx: Context,
  trx: Trx,
  user: User,
  pending: store.EmailChange,
): Promise<string | null> {
  if (!user.email_verified_at || !user.email || !user.email_key) {
    await store.deletePending(trx, user.uid);
    return null;
  }
  const { uid, email } = user;
  const undo_token_id = await createMailToken(ctx, trx, { purpose: 'undo_change', uid, email });
  const confirmed_at = ctx.now();
  await store.confirmChange(trx, user.uid, pending.id, {
    old_email: email,
    old_email_key: user.email_key,
    confirmed_at,
    undo_token_id,
    undo_expires_at: addSeconds(confirmed_at, MAIL_TOKEN_SECONDS.undo_change),
  });
  return undo_token_id;
}

/** A pending change is as old as its link may be. */
export function oldestPending(ctx: Context): Date {
  return addSeconds(ctx.now(), -MAIL_TOKEN_SECONDS.change_address);
}

export async function sweepAddressChanges(ctx: Context): Promise<void> {
  await ctx.tx((trx) => store.deleteExpiredChanges(trx, oldestPending(ctx), ctx.now()));
}
