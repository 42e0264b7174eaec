import { APPEAL_MAX } from '../../bans/rules.ts';
import type { bans as zh } from '../zh-CN/bans.ts';

export const bans: typeof zh = {
  title: 'Your account is banned',
  title_over: 'The ban is over',
  lead: 'You can log in and read, but not post, comment or react.',
  lead_over: 'You can use your account as before.',
  reason: 'Reason',
  no_reason: 'None given',
  since: 'Since',
  ends: 'Ends',
  ended: 'Ended',
  for_good: 'Never; it is for good',
  until: '{{time}} ({{zone}}), by itself',
  appeal: 'Appeal',
  appeal_lead:
    'If you think that the ban is wrong, you can appeal once. The staff reads it and replies here.',
  appeal_text: 'Why it is wrong',
  appeal_hint: `At most ${APPEAL_MAX} characters. Only the staff reads it. It cannot be changed.`,
  send: 'Send the appeal',
  yours: 'Your appeal',
  sent: 'Sent',
  waiting: 'Your appeal was sent and waits for the staff.',
  accepted: 'Your appeal was accepted and the ban lifted.',
  refused: 'Your appeal was refused. The ban stands.',
  lapsed: 'The ban ended before the staff decided on the appeal.',
  reply: 'Reply of the staff',
  contact: 'Contact the site owner',
  contact_none: 'The site owner has left no contact.',
  read_on: 'Read on',
  log_in: 'Log in',
  mail_subject: 'Your account is banned',
  mail_lead:
    'You can log in and read, but not post, comment or react. If you think that this is wrong, you can appeal once, on the page below.',
  mail_button: 'Details and appeal',
  mail_appeal_subject: 'The staff decided on your appeal',
};
