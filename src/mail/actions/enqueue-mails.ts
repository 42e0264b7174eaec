import type { Context } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { DEFAULT_LOCALE } from '../../platform/i18n.ts';
import { enqueueMany } from '../../platform/jobs/enqueue-many.ts';
import { normalizeEmail } from '../../users/rules.ts';
import { insertMails } from '../store/many-mails.ts';
import { canSendMail, MAIL_ATTEMPTS, type MailRequest } from './enqueue-mail.ts';

/** graphile-worker runs lower numbers first. Mails that somebody waits for have 0. */
const AFTER_OTHERS = 10;

/** As `enqueueMail`, for many that nobody waits for: two statements, and every other mail is sent before them. */
export async function enqueueMails(ctx: Context, trx: Trx, mails: MailRequest[]): Promise<void> {
  if (!canSendMail(ctx.config) || mails.length === 0) return;
  const created_at = ctx.now();
  const ids = await insertMails(
    trx,
    mails.map(({ kind, to, cause, data = {} }) => ({
      uid: to.uid,
      kind,
      cause,
      address: to.email,
      email_key: normalizeEmail(to.email),
      locale: to.locale ?? DEFAULT_LOCALE,
      data,
      created_at,
    })),
  );
  await enqueueMany(
    trx,
    'mail_send',
    ids.map((id) => ({ key: `mail:${id}`, payload: { id } })),
    { attempts: MAIL_ATTEMPTS, priority: AFTER_OTHERS },
  );
}
