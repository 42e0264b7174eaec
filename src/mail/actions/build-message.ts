import type { Context } from '../../context.ts';
import { DEFAULT_LOCALE, isLocale, translator } from '../../platform/i18n.ts';
import type { Site } from '../../platform/site.ts';
import { domainOf, toSmtpAddress } from '../addresses.ts';
import { COMPOSERS } from '../kinds/all.ts';
import {
  type ComposeMail,
  cleanSubject,
  MAIL_KINDS,
  type MailContent,
  type MailData,
  type MailKind,
} from '../rules.ts';
import type { SmtpMessage } from '../smtp.ts';
import { renderMail } from '../views/layout.tsx';
import { renderText } from '../views/plain-text.ts';
import { bounceAddress, reportName } from './bounce-address.ts';

type Mail = {
  id: number;
  uid: number | null;
  kind: MailKind;
  address: string;
  locale: string;
  data: unknown;
  created_at: Date;
};

/** What the text of a mail depends on. */
export type Sender = Pick<Context, 'config' | 'secrets'> & {
  own: Site;
  /** The owner's logo. */
  logo?: Buffer | undefined;
  findToken: (uid: number, id: string) => Promise<{ token: string; code: string } | undefined>;
};

const MESSAGE_ID_LENGTH = 32;

/** Undefined: there is nothing to send any more. The same mail always has the same identity, however often it is tried. */
export async function buildMessage(
  ctx: Sender,
  mail: Mail,
  compose?: ComposeMail,
): Promise<SmtpMessage | undefined> {
  const content = await composeMail(ctx, mail, compose);
  const to = toSmtpAddress(mail.address);
  if (!content || !to) return undefined;
  const { MAIL_FROM } = ctx.config;
  const locale = isLocale(mail.locale) ? mail.locale : DEFAULT_LOCALE;
  const t = translator(locale, ctx.own.name);
  const name = ctx.secrets
    .sign('mail message', `${mail.id}|${mail.created_at.getTime()}`)
    .slice(0, MESSAGE_ID_LENGTH);
  const frame = {
    ...{ locale, t, base_url: ctx.config.BASE_URL, kind: mail.kind },
    ...{ accent: ctx.own.accent, has_logo: ctx.logo !== undefined },
  };
  return {
    envelope: { from: bounceAddress(ctx, mail.id) ?? MAIL_FROM, to },
    message_id: `${name}@${domainOf(MAIL_FROM)}`,
    dsn_id: reportName(ctx, mail.id),
    from: { name: t('page.site'), address: MAIL_FROM },
    subject: cleanSubject(content.subject),
    date: mail.created_at,
    text: renderText(content, frame),
    html: renderMail(content, frame),
    headers: headersOf(ctx, mail, content),
    ...(ctx.logo ? { logo: ctx.logo } : {}),
  };
}

async function composeMail(
  ctx: Sender,
  mail: Mail,
  compose: ComposeMail | undefined = COMPOSERS[mail.kind],
): Promise<MailContent | undefined> {
  const locale = isLocale(mail.locale) ? mail.locale : DEFAULT_LOCALE;
  // A kind of a newer version of the program: its workers send it.
  if (!compose) throw new Error(`unknown kind of mail: ${mail.kind}`);
  return compose({
    t: translator(locale, ctx.own.name),
    locale,
    time_zone: ctx.own.time_zone,
    link: (path) => new URL(path, ctx.config.BASE_URL).href,
    // A mail to an address without an account has none.
    token: async (id) => (mail.uid === null ? undefined : ctx.findToken(mail.uid, id)),
    data: (mail.data ?? {}) as MailData,
  });
}

function headersOf(
  ctx: Sender,
  { kind }: Mail,
  { unsubscribe }: MailContent,
): Record<string, string> {
  const automatic = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };
  if (MAIL_KINDS[kind] === 'account') return automatic;
  if (!unsubscribe) throw new Error(`a mail of kind ${kind} needs a link to unsubscribe`);
  const { href } = new URL(unsubscribe.href, ctx.config.BASE_URL);
  return {
    ...automatic,
    // RFC 8058: programs send a POST without asking, with this text as its body.
    'List-Unsubscribe': `<${href}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    Precedence: 'bulk',
  };
}
