import type { ComposeMail } from '../rules.ts';

/** ASVS 6.3.7: an account at another provider was connected or disconnected. */
export const composeIdentityChanged: ComposeMail = async ({ t, link, data }) => {
  const { kind, provider, label } = data;
  const text = kind === 'identity_linked' ? 'mail_linked' : 'mail_unlinked';
  return {
    subject: t('identities.mail_subject'),
    title: t('identities.mail_title'),
    paragraphs: [t(`identities.${text}`, { provider: String(provider), label: String(label) })],
    button: { label: t('identities.mail_button'), href: link('/settings?tab=security') },
    footnote: t('identities.mail_footnote'),
  };
};
