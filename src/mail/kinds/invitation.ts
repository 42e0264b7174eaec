import { INVITATION_SECONDS } from '../actions/mail-tokens.ts';
import type { ComposeMail } from '../rules.ts';
import { joinSentences } from './join-sentences.ts';

const DAY = 24 * 3600;

export const composeInvitation: ComposeMail = async ({ t, link, token, data, locale }) => {
  const rendered = await token(String(data['token_id']));
  if (!rendered) return undefined;
  return {
    subject: t('account_mails.invitation_subject'),
    title: t('account_mails.invitation_subject'),
    paragraphs: [t('account_mails.invitation_lead', { email: String(data['email']) })],
    button: { label: t('account_mails.invitation_button'), href: link(`/reset/${rendered.token}`) },
    footnote: joinSentences(
      locale,
      t('account_mails.invitation_valid', { days: INVITATION_SECONDS / DAY }),
      t('account_mails.not_you'),
    ),
  };
};
