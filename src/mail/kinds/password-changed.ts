import type { ComposeMail } from '../rules.ts';
import { formatTimes } from './format-times.ts';

export const composePasswordChanged: ComposeMail = async (view) => {
  const { t, link, data } = view;
  return {
    subject: t('account_mails.password_subject'),
    title: t('account_mails.password_subject'),
    paragraphs: [t('account_mails.password_lead'), t('account_mails.password_not_you')],
    facts: [{ label: t('account_mails.time'), value: formatTimes(view, String(data['at'])) }],
    button: { label: t('account_mails.password_button'), href: link('/forgot') },
  };
};
