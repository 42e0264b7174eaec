import type { ComposeMail } from '../rules.ts';

/** D68: what the staff decided about an appeal. */
export const composeAppealDecided: ComposeMail = async ({ t, link, data }) => {
  const { outcome, reply } = data;
  const accepted = outcome === 'accepted';
  return {
    subject: t('bans.mail_appeal_subject'),
    title: t('bans.mail_appeal_subject'),
    paragraphs: [t(accepted ? 'bans.accepted' : 'bans.refused')],
    ...(reply ? { facts: [{ label: t('bans.reply'), value: String(reply) }] } : {}),
    button: accepted
      ? { label: t('bans.log_in'), href: link('/login') }
      : { label: t('bans.mail_button'), href: link('/banned') },
  };
};
