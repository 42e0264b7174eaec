import { MAIL_TOKEN_SECONDS } from '../actions/mail-tokens.ts';
import type { ComposeMail } from '../rules.ts';
import { joinSentences } from './join-sentences.ts';

const HOUR = 3600;

export const composeChangeAddress: ComposeMail = async ({ t, link, token, data, locale }) => {
  const rendered = await token(String(data['token_id']));
  if (!rendered) return undefined;
  const hours = MAIL_TOKEN_SECONDS.change_address / HOUR;
  return {
    subject: t('account_mails.change_subject'),
    title: t('account_mails.change_subject'),
    paragraphs: [t('account_mails.change_lead', { email: String(data['email']) })],
    code: rendered.code,
    button: {
      label: t('account_mails.change_button'),
      href: link(`/change-address/${rendered.token}`),
    },
    footnote: joinSentences(
      locale,
      t('account_mails.verify_valid', { hours }),
      t('account_mails.not_you'),
    ),
  };
};
