import type { Context } from '../../context.ts';
import { enqueueMail } from '../../mail/actions/enqueue-mail.ts';
import type { FactorChange } from '../../mail/kinds/factors-changed.ts';
import { notifyUser } from '../../notifications/actions/notify.ts';
import type { Trx } from '../../platform/db/database.ts';
import { randomToken } from '../../platform/secrets.ts';
import type { User } from '../../users/actions/find-user.ts';
import { recordSecurityEvent } from './security-events.ts';

const CAUSE_BYTES = 9;

type Report = {
  change: Exclude<FactorChange, 'password_added'>;
  session_id: string | null;
  /** Of the passkey. */
  name?: string;
};

/** ASVS 6.3.7: a security event, a notification and, where mail is set up, a mail, in the transaction of the change. */
export async function reportFactorChange(
  ctx: Context,
  trx: Trx,
  user: Pick<User, 'uid' | 'email' | 'locale'>,
  { change, session_id, name }: Report,
): Promise<void> {
  const { uid, email, locale } = user;
  await recordSecurityEvent(ctx, trx, { uid, kind: change, session_id });
  const cause = `factors_changed:${uid}:${randomToken(CAUSE_BYTES)}`;
  const named = name === undefined ? {} : { name };
  await notifyUser(trx, { uid, kind: change, cause, payload: named, created_at: ctx.now() });
  if (email === null) return;
  await enqueueMail(ctx, trx, {
    kind: 'factors_changed',
    to: { uid, email, locale },
    cause,
    data: { change, ...named },
  });
}
