import type { ComposeMail } from '../rules.ts';

/** D70, ASVS 6.3.7: whoever holds the token can act as the member, so the member hears of it. */
export const composeApiTokenMade: ComposeMail = async ({ t, link, data }) => ({
  subject: t('api_tokens.mail_subject'),
  title: t('api_tokens.mail_subject'),
  paragraphs: [t('api_tokens.notification', { name: String(data['name'] ?? '') })],
  button: { label: t('api_tokens.mail_button'), href: link('/settings/api-tokens') },
  footnote: t('api_tokens.mail_footnote'),
});
