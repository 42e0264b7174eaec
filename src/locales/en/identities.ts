import type { identities as chinese } from '../zh-CN/identities.ts';

export const identities: typeof chinese = {
  or: 'or',
  log_in_through: 'Log in with {{name}}',
  confirm_through: 'Confirm with {{name}}',

  leaving_title: 'Taking you to {{name}}',
  leaving_lead: '{{name}} confirms who you are and brings you back here.',
  leaving_go: 'Continue',

  unavailable_title: '{{name}} does not respond',
  unavailable_lead: 'It is nothing you did. Try again in a few minutes, or log in in another way.',
  denied_title: 'Not logged in with {{name}}',
  denied_lead:
    'You cancelled at {{name}}, or it did not allow the log-in. Nothing has changed; you can try again.',
  invalid_title: 'The reply of {{name}} could not be verified',
  invalid_lead:
    'To be safe, we did not accept this log-in. Please start again; if it keeps happening, tell the site owner.',
  expired_title: 'This log-in is no longer valid',
  expired_lead:
    'It took too long, was already used, or began in another browser. Please start again in this one.',
  taken_title: 'This {{name}} account cannot be used',
  taken_lead:
    'It is connected to another {{site_name}} account. Choose another {{name}} account, or disconnect it there first.',
  connected_title: '{{name}} is already connected',
  connected_lead:
    'You can connect one account of each provider. To change it, disconnect the present one first.',
  too_many_title: 'Too many connected accounts',
  too_many_lead: 'Disconnect one that you no longer use before you connect {{name}}.',
  to_log_in: 'Back to log-in',
  to_settings: 'Back to settings',

  create_title: 'One more step',
  create_lead:
    'Your {{name}} account ({{label}}) is not connected to {{site_name}} yet. Enter your e-mail address to create an account.',
  create: 'Create account',
  create_known: 'Log in and connect',
  email_verified: '{{name}} has verified this address. You may use another one.',
  email_taken: 'This address has an account. Log in first, then connect.',
  known_title: 'This address has an account',
  known_lead:
    '{{email}} already has a {{site_name}} account. To protect it, log in once; then you can connect {{name}}.',
  known_log_in: 'Log in and connect',
  connect_title: 'Connect {{name}}?',
  connect_lead:
    'You will be able to log in to this {{site_name}} account with your {{name}} account ({{label}}).',
  connect: 'Connect',
  connect_not: 'Do not connect',

  settings_title: 'Connected accounts',
  settings_about:
    'Log in to {{site_name}} with an account of another site. We read only its identifier and address, and never publish anything there.',
  settings_connect: 'Connect {{name}}',
  settings_disconnect: 'Disconnect',
  settings_disconnect_label: 'Disconnect {{name}}',
  settings_used: 'last used',

  logged_out_title: 'You are logged out',
  logged_out_lead:
    'You may still be logged in at {{name}}. On a shared computer, log out there as well.',
  logged_out_there: 'Log out of {{name}}',

  mail_subject: 'The ways to log in to your account have changed',
  mail_title: 'The ways to log in have changed',
  mail_linked: '{{provider}} ({{label}}) was connected to your account and can now log in to it.',
  mail_unlinked:
    '{{provider}} ({{label}}) was disconnected from your account and can no longer log in to it.',
  mail_button: 'Open security settings',
  mail_footnote:
    'If this was not you, disconnect it in the security settings at once and change your password.',
};
