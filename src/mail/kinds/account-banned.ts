import type { ComposeMail } from '../rules.ts';
import { formatTimes } from './format-times.ts';

/** D68: why, until when, and where to appeal. */
export const composeAccountBanned: ComposeMail = async (view) => {
  const { t, link, data } = view;
  const { reason, until } = data;
  const end = typeof until === 'string' ? formatTimes(view, until) : t('bans.for_good');
  return {
    subject: t('bans.mail_subject'),
    title: t('bans.mail_subject'),
    paragraphs: [t('bans.mail_lead')],
    facts: [
      { label: t('bans.reason'), value: String(reason) },
      { label: t('bans.ends'), value: end },
    ],
    button: { label: t('bans.mail_button'), href: link('/banned') },
  };
};
