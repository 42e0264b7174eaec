import type { mail as source } from '../zh-CN/mail.ts';

export const mail: typeof source = {
  test_subject: 'Test mail: {{site_name}} can send mail',
  test_title: 'Test mail',
  test_text: 'You received this mail, so the mail settings of the site are right.',
  test_next:
    'If it is in your spam folder, check the SPF, DKIM and DMARC records of the domain; the operations guide explains them.',
  open_site: 'Open {{site_name}}',
  unsubscribe: 'Unsubscribe',
  disabled: 'Mail does not reach your address',
  disabled_about:
    'Until you enable it again, no mail is sent there: neither verification nor password reset nor security messages.',
  disabled_bounce:
    'On {{date}}, mail to your address came back several times. Check that the address is right and that the mailbox exists and is not full, then enable it again.',
  disabled_complaint:
    'On {{date}}, your mail provider reported that one of our mails was marked as spam, so we stopped sending.',
  enable: 'Send mail again',
  copy_link: 'If the button does not work, copy this address into your browser:',
  code: 'Code',
  why: {
    account:
      'This mail is about your account at {{site_name}}, so you cannot unsubscribe from it. A program sent it: please do not reply.',
    digest:
      'You subscribed to this mail at {{site_name}} and can unsubscribe at any time. A program sent it: please do not reply.',
  },
};
