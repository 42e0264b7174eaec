import type { ComposeMail } from '../rules.ts';

export const composeTest: ComposeMail = async ({ t, link }) => ({
  subject: t('mail.test_subject'),
  title: t('mail.test_title'),
  paragraphs: [t('mail.test_text'), t('mail.test_next')],
  button: { label: t('mail.open_site'), href: link('/') },
});
