import { MAIL_TOKEN_SECONDS } from '../actions/mail-tokens.ts';
import type { ComposeMail } from '../rules.ts';
import { joinSentences } from './join-sentences.ts';

const MINUTE = 60;

export const composeResetPassword: ComposeMail = async ({ t, link, token, data, locale }) => {
  const rendered = await token(String(data['token_id']));
  if (!rendered) return undefined;
  const minutes = MAIL_TOKEN_SECONDS.reset_password / MINUTE;
  return {
    subject: t('account_mails.reset_subject'),
    title: t('account_mails.reset_subject'),
    paragraphs: [t('account_mails.reset_lead', { email: String(data['email']) })],
    button: { label: t('account_mails.reset_button'), href: link(`/reset/${rendered.token}`) },
    footnote: joinSentences(
      locale,
      t('account_mails.reset_valid', { minutes }),
      t('account_mails.reset_not_you'),
    ),
  };
};
