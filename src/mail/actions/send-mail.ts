import type { Context } from '../../context.ts';
import { getSiteIcon } from '../../site-settings/actions.ts';
import { kindOfStatus, statusOf } from '../bounces.ts';
import type { DomainComposers } from '../rules.ts';
import { assertNotPaused, SmtpFailure, sendBySmtp } from '../smtp.ts';
import { markSent, markUnsent } from '../store/mails.ts';
import { mailTallyOf } from '../tally.ts';
import { buildMessage } from './build-message.ts';
import { type ClaimedMail, claimMail } from './claim-mail.ts';
import { canSendMail, MAIL_ATTEMPTS } from './enqueue-mail.ts';
import { renderMailToken } from './mail-tokens.ts';
import { takeReport } from './take-report.ts';

/** The two codes, without the text. */
const DETAIL_LENGTH = 9;

/** The job of one mail. It fails, and is repeated later, only if a later try can succeed. */
export async function sendQueuedMail(
  ctx: Context,
  { id }: { id?: number | undefined },
  domains: DomainComposers = {},
): Promise<void> {
  if (!canSendMail(ctx.config) || id === undefined) return;
  await assertNotPaused(ctx.config);
  const mail = await claimMail(ctx, id);
  if (!mail) return;
  const composeFromDomain = domains[mail.kind];
  const message = await buildMessage(
    {
      ...ctx,
      own: await ctx.site.load(),
      logo: await getSiteIcon(ctx, 'icon-96.png'),
      findToken: (uid, id) => renderMailToken(ctx, uid, id),
    },
    mail,
    composeFromDomain && ((view) => composeFromDomain({ ...ctx, locale: view.locale }, view)),
  ).catch(async (error) => {
    // Nothing was sent, so the next try is no double.
    await ctx.autocommit((db) =>
      markUnsent(db, id, { state: 'queued', error: 'the text could not be written' }),
    );
    throw error;
  });
  if (!message) {
    mailTallyOf(ctx).dropped++;
    return ctx.autocommit((db) =>
      markUnsent(db, id, { state: 'dropped', error: 'there is nothing to send any more' }),
    );
  }
  try {
    await sendBySmtp(ctx.config, message);
  } catch (error) {
    return storeFailure(ctx, mail, error);
  }
  mailTallyOf(ctx).sent++;
  await ctx.autocommit((db) => markSent(db, id, ctx.now()));
}

async function storeFailure(ctx: Context, mail: ClaimedMail, error: unknown): Promise<void> {
  if (!(error instanceof SmtpFailure)) throw error;
  const isOver = error.kind === 'refused' || mail.attempts >= MAIL_ATTEMPTS;
  // Counted when it is certain that it will be sent again.
  const isDoubtful = error.mayBeSent && !isOver;
  if (isDoubtful) mailTallyOf(ctx).doubtful++;
  mailTallyOf(ctx)[isOver ? 'failed' : 'deferred']++;
  const state = isOver ? ('failed' as const) : ('queued' as const);
  const change = { state, error: error.message || error.kind, isDoubtful };
  await ctx.autocommit((db) => markUnsent(db, mail.id, change));
  if (!isOver) throw error;
  const status = statusOf(error.message);
  // A relay that knows the recipients refuses at once instead of sending a report later.
  if (error.kind === 'refused' && status && kindOfStatus(status) === 'hard')
    await takeReport(ctx, {
      kind: 'hard',
      detail: error.message.slice(0, DETAIL_LENGTH),
      mail_id: mail.id,
      key: `mail:${mail.id}:hard`,
    });
  ctx.log.warn({ mail: mail.id, reason: error.message }, 'a mail could not be sent');
}
