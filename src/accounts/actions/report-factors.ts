import type { Context } from '../../context.ts';
import { enqueueMail } from '../../mail/actions/enqueue-mail.ts';
import type { FactorChange } from '../../mail/kinds/factors-changed.ts';
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

/** ASVS 6.3.7: a security event and a mail, in the transaction of the change. */
export async function reportFactorChange(
  ctx: Context,
  trx: Trx,
  user: Pick<User, 'uid' | 'email' | 'locale'>,
  { change, session_id, name }: Report,
): Promise<void> {
  await recordSecurityEvent(ctx, trx, { uid: user.uid, kind: change, session_id });
  if (user.email === null) return;
  await enqueueMail(ctx, trx, {
    kind: 'factors_changed',
    to: { uid: user.uid, email: user.email, locale: user.locale },
    cause: `factors_changed:${user.uid}:${randomToken(CAUSE_BYTES)}`,
    data: { change, ...(name === undefined ? {} : { name }) },
  });
}
