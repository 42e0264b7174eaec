import type { Context } from '../../context.ts';
import { addSeconds } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { toSmtpAddress } from '../addresses.ts';
import { BUDGET_OF, HOURLY_MAX, kindsOf, MAIL_HOURS_MAX, type MailKind } from '../rules.ts';
import { findAddressState } from '../store/addresses.ts';
import {
  countTries,
  countTriesOf,
  lockRecipient,
  lockUnsentMail,
  markSending,
  markUnsent,
} from '../store/mails.ts';
import { mailTallyOf } from '../tally.ts';

export type ClaimedMail = NonNullable<Awaited<ReturnType<typeof claimMail>>>;

/** Undefined: there is nothing to send. Otherwise the mail is `sending` until its result is stored. */
export function claimMail(ctx: Context, id: number) {
  return ctx.tx(async (trx) => {
    const mail = await lockUnsentMail(trx, id);
    if (!mail) return undefined;
    const obstacle = await findObstacle(ctx, trx, mail);
    if (obstacle) {
      await markUnsent(trx, id, obstacle);
      mailTallyOf(ctx)[obstacle.state]++;
      return undefined;
    }
    // Only a worker that ended during a try leaves this state: the server may have the mail already.
    const isDoubtful = mail.state === 'sending';
    if (isDoubtful) mailTallyOf(ctx).doubtful++;
    await markSending(trx, id, { now: ctx.now(), isDoubtful });
    return { ...mail, kind: mail.kind as MailKind, attempts: mail.attempts + 1 };
  });
}

type Unsent = NonNullable<Awaited<ReturnType<typeof lockUnsentMail>>>;
type Obstacle = { state: 'failed' | 'dropped'; error: string };

async function findObstacle(ctx: Context, trx: Trx, mail: Unsent): Promise<Obstacle | undefined> {
  if (!toSmtpAddress(mail.address)) return { state: 'failed', error: 'the address is not valid' };
  if (mail.created_at < addSeconds(ctx.now(), -MAIL_HOURS_MAX * 3600))
    return { state: 'failed', error: 'it is too old' };
  const address = await findAddressState(trx, mail.email_key);
  if (address?.disabled_at)
    return { state: 'dropped', error: `the address is disabled: ${address.reason}` };
  // A try that was counted may be repeated.
  return mail.tried_at ? undefined : findLimit(ctx, trx, mail);
}

async function findLimit(ctx: Context, trx: Trx, mail: Unsent): Promise<Obstacle | undefined> {
  const budget = BUDGET_OF[mail.kind as MailKind];
  const kinds = kindsOf(budget);
  const max = HOURLY_MAX[budget];
  await lockRecipient(trx, mail.email_key);
  const since = addSeconds(ctx.now(), -3600);
  const tries = await countTriesOf(trx, { email_key: mail.email_key, kinds, since, max });
  if (tries >= max) return { state: 'dropped', error: `limit per hour and recipient: ${budget}` };
  const daily = ctx.config.MAIL_VISITOR_DAILY_MAX;
  if (budget !== 'visitor' || daily === 0) return undefined;
  const day = addSeconds(ctx.now(), -24 * 3600);
  return (await countTries(trx, { kinds, since: day, max: daily })) >= daily
    ? { state: 'dropped', error: 'limit per day: visitors' }
    : undefined;
}
