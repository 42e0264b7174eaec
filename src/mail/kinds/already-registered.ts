import type { ComposeMail } from '../rules.ts';

export const composeAlreadyRegistered: ComposeMail = async ({ t, link, data }) => ({
  subject: t('account_mails.already_subject'),
  title: t('account_mails.already_subject'),
  paragraphs: [
    t('account_mails.already_lead', { email: String(data['email']) }),
    t('account_mails.already_forgot'),
  ],
  button: { label: t('account_mails.already_button'), href: link('/forgot') },
  footnote: t('account_mails.not_you'),
});
