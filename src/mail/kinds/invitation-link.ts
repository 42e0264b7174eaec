import type { MailContent, MailView } from '../rules.ts';

type InvitationLink = { name: string; path: string; days: number };

/** To somebody without an account; `invitation` is to the owner of an imported one. */
export function writeInvitationLink(
  { t, link }: MailView,
  { name, path, days }: InvitationLink,
): MailContent {
  return {
    subject: t('invitations.mail_subject', { name }),
    title: t('invitations.mail_subject', { name }),
    paragraphs: [t('invitations.mail_lead', { name })],
    button: { label: t('invitations.mail_button'), href: link(path) },
    footnote: t('invitations.mail_footnote', { days }),
  };
}
