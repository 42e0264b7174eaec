import type { Config } from '../../config.ts';
import type { Context } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { DEFAULT_LOCALE } from '../../platform/i18n.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { normalizeEmail } from '../../users/rules.ts';
import type { MailData, MailKind } from '../rules.ts';
import { insertMail } from '../store/mails.ts';

/** A mail is tried again with growing pauses, for about a day. */
export const MAIL_ATTEMPTS = 12;

export type MailRequest = {
  kind: MailKind;
  to: { uid: number | null; email: string; locale?: string | null };
  /** Unique for ever: the same cause never sends a second mail. */
  cause: string;
  data?: MailData;
};

/** D63: mail is optional. */
export function canSendMail({ SMTP_URL }: Pick<Config, 'SMTP_URL'>): boolean {
  return SMTP_URL !== '';
}

/** In the transaction of the cause: the mail is sent if and only if that commits. Without SMTP settings it does nothing. */
export async function enqueueMail(ctx: Context, trx: Trx, mail: MailRequest): Promise<void> {
  if (!canSendMail(ctx.config)) return;
  const { uid, email, locale } = mail.to;
  const id = await insertMail(trx, {
    uid,
    kind: mail.kind,
    cause: mail.cause,
    address: email,
    email_key: normalizeEmail(email),
    locale: locale ?? DEFAULT_LOCALE,
    data: mail.data ?? {},
    created_at: ctx.now(),
  });
  if (id !== undefined)
    await enqueue(trx, 'mail_send', { id }, { key: `mail:${id}`, attempts: MAIL_ATTEMPTS });
}
