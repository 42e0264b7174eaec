import type { Context } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { normalizeEmail } from '../../users/rules.ts';
import { type MailReport, readReport, scoreReport } from '../bounces.ts';
import * as store from '../store/addresses.ts';
import { findMailOfReport } from './bounce-address.ts';

/** `key` is the same for the same report, which has an effect only once. */
export type TakenReport = MailReport & { key: string } & (
    | { mail_id: number }
    | { address: string }
  );

/** Returns whether it had an effect: it may be a repetition, or about an address that never got a mail. */
export function takeReport(ctx: Context, report: TakenReport): Promise<boolean> {
  return ctx.tx(async (trx) => {
    const emailKey = await findEmailKey(trx, report);
    if (emailKey === undefined) return false;
    const now = ctx.now();
    const mail_id = 'mail_id' in report ? report.mail_id : null;
    const isNew = await store.insertEvent(trx, { event_key: report.key, mail_id, created_at: now });
    if (isNew) await countReport(ctx, trx, emailKey, report);
    return isNew;
  });
}

/** A message from the mailbox of MAIL_BOUNCE_ADDRESS. Anybody can send one there, so it must name its mail with our signature. */
export async function takeReportMessage(ctx: Context, message: string): Promise<boolean> {
  const report = readReport(message);
  const mail_id = findMailOfReport(ctx, message);
  if (!report || mail_id === undefined) return false;
  return takeReport(ctx, { ...report, mail_id, key: `mail:${mail_id}:${report.kind}` });
}

async function findEmailKey(trx: Trx, report: TakenReport): Promise<string | undefined> {
  if ('mail_id' in report) return (await store.findRecipient(trx, report.mail_id))?.email_key;
  const key = normalizeEmail(report.address);
  return (await store.isKnownRecipient(trx, key)) ? key : undefined;
}

async function countReport(
  ctx: Context,
  trx: Trx,
  emailKey: string,
  report: MailReport,
): Promise<void> {
  const now = ctx.now();
  const state = await store.lockAddressState(trx, emailKey, now);
  const { score, isDisabled } = scoreReport(state, report, now);
  const reason = report.kind === 'complaint' ? 'complaint' : 'bounce';
  await store.updateAddressState(trx, emailKey, {
    score,
    bounced_at: now,
    disabled_at: state.disabled_at ?? (isDisabled ? now : null),
    reason: state.disabled_at ? state.reason : reason,
    detail: report.detail.slice(0, 200),
  });
  if (isDisabled && !state.disabled_at)
    ctx.log.info({ event: 'mail_address_disabled', reason }, 'an address gets no more mail');
}
