import { createHash } from 'node:crypto';
import type { Context } from '../../context.ts';
import { canSendMail, enqueueMail } from '../../mail/actions/enqueue-mail.ts';
import { createMailToken } from '../../mail/actions/mail-tokens.ts';
import { calendarDay } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { User } from '../../users/actions/find-user.ts';
import { describeDevice } from '../device.ts';
import type { Session } from '../store/sessions.ts';

type Recipient = Pick<User, 'uid' | 'email' | 'locale'>;

/** A link and a code that show that the member can read mail to this address. */
export async function mailVerification(ctx: Context, trx: Trx, user: Recipient): Promise<void> {
  const { uid, email, locale } = user;
  if (!canSendMail(ctx.config) || email === null) return;
  const token_id = await createMailToken(ctx, trx, { purpose: 'verify_address', uid, email });
  await enqueueMail(ctx, trx, {
    kind: 'verify_address',
    to: { uid, email, locale },
    cause: `verify_address:${token_id}`,
    data: { token_id, email },
  });
}

/** ASVS 6.3.7: the member learns of it even if somebody else did it. */
export async function mailPasswordChanged(ctx: Context, trx: Trx, user: Recipient): Promise<void> {
  const { uid, email, locale } = user;
  if (email === null) return;
  const at = ctx.now().toISOString();
  await enqueueMail(ctx, trx, {
    kind: 'password_changed',
    to: { uid, email, locale },
    cause: `password_changed:${uid}:${at}`,
    data: { at },
  });
}

/** At most one a day for the same browser at the same address: a program may log in every minute. */
export async function mailNewDevice(
  ctx: Context,
  trx: Trx,
  user: Recipient,
  session: Pick<Session, 'ip' | 'user_agent' | 'created_at'>,
): Promise<void> {
  const { uid, email, locale } = user;
  if (!canSendMail(ctx.config) || email === null) return;
  const { browser, os } = describeDevice(session.user_agent);
  const seen = createHash('sha256').update(`${session.ip}\n${session.user_agent}`);
  const day = calendarDay(session.created_at);
  await enqueueMail(ctx, trx, {
    kind: 'new_device',
    to: { uid, email, locale },
    cause: `new_device:${uid}:${day}:${seen.digest('base64url')}`,
    data: { browser, os, ip: session.ip, at: session.created_at.toISOString() },
  });
}
