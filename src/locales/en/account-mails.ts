import type { accountMails as zh } from '../zh-CN/account-mails.ts';

export const accountMails: typeof zh = {
  not_you: 'If this was not you, you can ignore this mail.',
  verify_subject: 'Verify your address',
  verify_lead:
    'Confirm that {{email}} is your address, or enter the code on the device where you are logged in.',
  verify_button: 'Verify the address',
  verify_valid: 'The link and the code are valid for {{hours}} hours and work once.',
  already_subject: 'This address already has an account',
  already_lead:
    'Somebody tried to change the address of another account to {{email}}. It already has an account, so nothing changed.',
  already_forgot: 'If this was you, log in with this address. You can reset the password.',
  already_button: 'Reset the password',
  reset_subject: 'Reset your password',
  reset_lead: 'Somebody, hopefully you, asked for a new password for {{email}}.',
  reset_button: 'Set a new password',
  reset_valid: 'The link is valid for {{minutes}} minutes and works once.',
  reset_not_you: 'If this was not you, ignore this mail. Your password stays the same.',
  invitation_subject: 'Your account is ready',
  invitation_lead:
    'Your posts have moved to this site, and an account with the address {{email}} was created for you. Set a password to log in and to continue writing.',
  invitation_button: 'Set a password',
  invitation_valid:
    'The link is valid for {{days}} days and works once. After that, use “Forgot password”.',
  change_subject: 'Confirm your new address',
  change_lead:
    'Your account is about to use {{email}}. Confirm it, or enter the code in the settings.',
  change_button: 'Confirm the new address',
  changed_subject: 'The address of your account has changed',
  changed_lead:
    'The address of your account is now {{email}}. This old address can no longer log in.',
  changed_undo:
    'If this was not you, undo it within {{days}} days: the address comes back, all devices are signed out, and you set a new password.',
  changed_button: 'Undo the change',
  changed_no_undo: 'If this was not you, contact the site owner.',
  password_subject: 'Your password has changed',
  password_lead: 'The password of your account has just changed. Other devices are signed out.',
  password_not_you: 'If this was not you, reset the password now.',
  password_button: 'Reset the password',
  device_subject: 'Your account was used on a new device',
  device_lead: 'Your account has just logged in on a device that it was never used on before.',
  device_button: 'See your devices',
  device_not_you: 'If this was not you, sign that device out and reset your password: {{link}}',
  device: 'Device',
  browser: 'Browser',
  ip: 'IP address',
  time: 'Time',
  time_both: '{{local}} ({{zone}}), {{utc}} (UTC)',
  time_utc: '{{utc}} (UTC)',
  unknown: 'unknown',
};
