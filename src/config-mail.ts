import { Type } from 'typebox';

/** D63: all of them are optional. */
export const MailSettings = {
  SMTP_URL: Type.String({
    group: 'Mail',
    description:
      'The SMTP server that sends mail, with user and password if it needs them; smtps: TLS from the start, smtp: STARTTLS, which a server on another machine must offer (unless `?tls=opportunistic`). Empty: the site sends no mail.',
    default: '',
    secret: true,
    examples: ['smtps://lamplight:secret@smtp.example:465'],
    pattern: '^(|smtps?://\\S+)$',
  }),
  MAIL_FROM: Type.String({
    group: 'Mail',
    description: 'The sender address of mails; required with SMTP_URL.',
    default: '',
    examples: ['lamplight@lamplight.example'],
    pattern: '^(|[^\\s@<>,;]+@[^\\s@<>,;]+)$',
  }),
  MAIL_BOUNCE_ADDRESS: Type.String({
    group: 'Mail',
    description:
      'A mailbox that accepts `name+anything@` and passes messages to `lamplight mail bounce` or to the webhook; reports of undelivered mail go there, each with the number of its mail. Empty: they go to MAIL_FROM.',
    default: '',
    examples: ['bounce@lamplight.example'],
    pattern: '^(|[A-Za-z0-9._-]{1,20}@[A-Za-z0-9.-]+)$',
  }),
  MAIL_WEBHOOK_SECRET: Type.String({
    group: 'Mail',
    description:
      'Signs the reports that are sent to /api/mail/events about undelivered mail and complaints; at least 32 characters. Empty: none are accepted.',
    default: '',
    secret: true,
    pattern: '^(|.{32,})$',
  }),
  MAIL_VISITOR_DAILY_MAX: Type.Integer({
    group: 'Mail',
    description:
      'Mails per day that visitors can cause on the whole site (verification, reset of a password); further ones are not sent. 0: no limit.',
    default: 5000,
    minimum: 0,
    maximum: 10_000_000,
  }),
  DIGEST_RATE: Type.Integer({
    group: 'Mail',
    description:
      'Digests per second that all workers together make. Most members choose the same hour; set it to what the SMTP server accepts.',
    default: 20,
    minimum: 1,
    maximum: 10_000,
  }),
};
