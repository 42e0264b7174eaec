import { isPastRestoring } from '../../accounts/actions/offer-restore.ts';
import type { Context } from '../../context.ts';
import { enqueueMail } from '../../mail/actions/enqueue-mail.ts';
import { createMailToken, renderMailToken } from '../../mail/actions/mail-tokens.ts';
import type { Trx } from '../../platform/db/database.ts';
import { DEFAULT_LOCALE } from '../../platform/i18n.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { Refusal } from '../../refusals.ts';
import { recordStaffAction } from '../../staff-log/actions.ts';
import { findUser, findUserByEmail, type User } from '../../users/actions/find-user.ts';
import { lockUser } from '../../users/actions/lock-user.ts';
import { normalizeEmail } from '../../users/rules.ts';
import { LINK_PAGES } from '../rules.ts';
import { findUndoableByOldAddress } from '../store/email-changes.ts';
import { mailAddressChanged } from './change-mails.ts';
import { assertMailOn, consumeMailLimits } from './mail-limits.ts';

const SEAL = 'reset request';

/**
 * Looks nothing up, so it does the same and takes the same time for every address: a worker does the rest. The queue
 * stores the address encrypted.
 */
export async function requestPasswordReset(ctx: Context, email: string): Promise<void> {
  assertMailOn(ctx);
  await consumeMailLimits(ctx, email);
  const sealed = ctx.secrets.seal(SEAL, Buffer.from(email)).toString('base64url');
  await ctx.tx((trx) => enqueue(trx, 'password_reset_mail', { sealed, locale: ctx.locale }));
}

/** An address without an account gets no mail: anybody could have typed it. */
export async function sendResetMail(
  ctx: Context,
  { sealed, locale }: Record<string, unknown>,
): Promise<void> {
  const email = ctx.secrets.open(SEAL, Buffer.from(String(sealed), 'base64url'))?.toString();
  if (email === undefined) return;
  const found = await findUserByEmail(ctx.db, email);
  if (!found) return remindOfChange(ctx, email);
  await ctx.tx(async (trx) => {
    const user = await lockUser(trx, found.uid);
    if (!user || user.email_key !== normalizeEmail(email) || isPastRestoring(ctx, user)) return;
    await mailReset(ctx, trx, { ...user, locale: user.locale ?? String(locale) });
  });
}

/** Whoever lost the account by a change of its address tries the old one first: it gets the link to undo again. */
async function remindOfChange(ctx: Context, email: string): Promise<void> {
  const change = await findUndoableByOldAddress(ctx.db, normalizeEmail(email), ctx.now());
  const user = change && (await findUser(ctx.db, change.uid));
  if (!user) return;
  const occasion = `repeated:${ctx.now().toISOString()}`;
  await ctx.tx((trx) => mailAddressChanged(ctx, trx, user, change, occasion));
}

async function mailReset(ctx: Context, trx: Trx, user: User): Promise<void> {
  const { uid, locale } = user;
  const email = user.email ?? '';
  const token_id = await createMailToken(ctx, trx, { purpose: 'reset_password', uid, email });
  await enqueueMail(ctx, trx, {
    kind: 'reset_password',
    to: { uid, email, locale: locale ?? DEFAULT_LOCALE },
    cause: `reset_password:${token_id}`,
    data: { token_id, email },
  });
}

/** For the operator of a site without mail, or of a member whose address no longer works. */
export async function createResetLink(ctx: Context, uid: number): Promise<string> {
  const id = await ctx.tx(async (trx) => {
    const user = await lockUser(trx, uid);
    if (!user?.email) throw new Refusal('not_found');
    await recordStaffAction(ctx, trx, null, {
      action: 'user.reset_link',
      subject_kind: 'user',
      subject_id: uid,
      reason: '',
      before: {},
      after: {},
    });
    return createMailToken(ctx, trx, { purpose: 'reset_password', uid, email: user.email });
  });
  const { token } = (await renderMailToken(ctx, uid, id)) ?? {};
  return `${ctx.config.BASE_URL}${LINK_PAGES.reset_password}/${token}`;
}
