import type { ComposeMail } from '../rules.ts';
import { formatTimes } from './format-times.ts';

export const composeNewDevice: ComposeMail = async (view) => {
  const { t, link, data } = view;
  const known = (value: unknown) => (value ? String(value) : t('account_mails.unknown'));
  return {
    subject: t('account_mails.device_subject'),
    title: t('account_mails.device_subject'),
    paragraphs: [
      t('account_mails.device_lead'),
      t('account_mails.device_not_you', { link: link('/forgot') }),
    ],
    facts: [
      { label: t('account_mails.device'), value: known(data['os']) },
      { label: t('account_mails.browser'), value: known(data['browser']) },
      { label: t('account_mails.ip'), value: known(data['ip']) },
      { label: t('account_mails.time'), value: formatTimes(view, String(data['at'])) },
    ],
    button: { label: t('account_mails.device_button'), href: link('/settings?tab=sessions') },
  };
};
