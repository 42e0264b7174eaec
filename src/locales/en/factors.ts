import type { factors as zh } from '../zh-CN/factors.ts';

export const factors: typeof zh = {
  confirm_title: 'Confirm that it is you',
  confirm_lead:
    'The next step concerns the security of your account. Confirm once, and we won’t ask again for 15 minutes.',
  confirm_submit: 'Confirm',
  confirm_mail: 'Send a code to my e-mail address',
  confirm_code: 'The six digits from the e-mail',
  confirm_code_hint:
    'The e-mail is on its way; its code works for 10 minutes. If it does not arrive, look in the spam folder.',
  confirm_no_way:
    'This account has no way to confirm right now. Log out, log in again, and try once more.',
  confirm_back: 'Back',

  mail_confirm_subject: '{{code}} is your code',
  mail_confirm_title: 'Confirm that it is you',
  mail_confirm_text:
    'Somebody, probably you, is about to change security settings of your account. Enter this code on the page:',
  mail_confirm_footnote:
    'The code works once, within 10 minutes. If this was not you, give it to nobody, and sign out devices you don’t recognize in your settings.',
  mail_changed_subject: 'How you log in has changed',
  mail_changed_title: 'How you log in has changed',
  mail_passkey_added: 'The passkey “{{name}}” was added to your account.',
  mail_passkey_removed: 'The passkey “{{name}}” was removed from your account.',
  mail_passkey_cloned:
    'Somebody tried to log in with an old copy of your passkey “{{name}}”, and we refused. The passkey may have been copied.',
  mail_totp_added: 'Two-step verification with an authenticator app was turned on.',
  mail_totp_removed: 'Two-step verification with an authenticator app was turned off.',
  mail_passkey_step_on: 'From now on, logging in with the password also needs a passkey.',
  mail_passkey_step_off: 'Logging in with the password no longer needs a passkey.',
  mail_recovery_codes_made: 'New recovery codes were created. The old ones no longer work.',
  mail_recovery_code_used:
    'Somebody logged in to your account with a recovery code. That code no longer works.',
  mail_factors_reset:
    'The people who run this site reset the two-step verification and passkeys of your account. Log in and set them up again.',
  mail_password_added: 'A password was set for your account.',
  mail_password_removed: 'The password of your account was removed. You log in with a passkey now.',
  mail_changed_advice:
    'If this was you, there is nothing to do. If not, check your security settings at once, and sign out devices you don’t recognize.',
  mail_cloned_advice: 'Remove this passkey in your security settings and add it again.',
  mail_changed_button: 'Open security settings',

  use_passkey: 'Use a passkey',
  log_in_passkey: 'Log in with a passkey',
  passkey_failed: 'That did not work. Try again, or choose another way.',
  passkey_unsupported: 'This browser has no passkeys, or JavaScript is turned off.',
  step_title: 'Two-step verification',
  step_lead_totp: 'The password is right. Enter the six digits that your authenticator app shows.',
  step_lead_passkey: 'The password is right. Finish logging in with a passkey.',
  step_code: 'Code',
  step_code_hint: 'Six digits. Without your phone, enter a recovery code instead.',
  step_recovery: 'Recovery code',
  step_recovery_hint: 'Without your passkey, enter a recovery code. Each works once.',
  step_trust: 'Trust this device',
  step_trust_hint:
    'For 30 days the password is enough on this device. Don’t choose this on a shared computer.',
  step_other: 'Log in to another account',
  staff_needs:
    'This site requires two-step verification of its staff. Turn it on below to go on managing the site.',
  passkeys: 'Passkeys',
  passkeys_about:
    'Log in with your fingerprint, face or device PIN. Nothing to type, and nothing a fake site could steal.',
  passkey_add: 'Add a passkey',
  passkey_name: 'Name',
  passkey_added: 'Added',
  passkey_used: 'Last used',
  passkey_synced: 'synchronized',
  passkey_change: 'Rename or remove',
  passkey_rename: 'Save name',
  passkey_remove: 'Remove',
  passkey_remove_about: 'Once removed, this passkey no longer logs in here.',
  password_remove: 'Stop using a password',
  password_remove_about:
    'Without a password you log in with a passkey only, and your other devices are signed out. You can set a password again at any time.',
  password_remove_submit: 'Remove password',
  two_step: 'Two-step verification',
  two_step_about:
    'After the password, confirm once more, so that knowing your password is not enough. Logging in with a passkey does not need it.',
  totp_set_up: 'Set up an authenticator app',
  totp_on: 'The authenticator app is on since {{day}}.',
  totp_turn_off: 'Turn the authenticator app off',
  passkey_step_about: 'After the password, also ask for a passkey.',
  passkey_step_on: 'Ask for a passkey too',
  passkey_step_off: 'Stop asking for a passkey',
  codes: 'Recovery codes',
  codes_about:
    'If you lose your phone or passkey, log in with a recovery code. Write them down or store them somewhere safe.',
  codes_left: 'Unused recovery codes: {{count}}',
  codes_renew: 'Create new codes',
  codes_renew_about: 'New codes end all the old ones.',
  trust: 'Trusted devices',
  trust_about:
    'Browsers on which you chose “Trust this device” need only the password for 30 days.',
  trust_end: 'End trust for all devices',
  totp_title: 'Set up an authenticator app',
  totp_scan: 'Scan this code with the authenticator app on your phone.',
  totp_picture: 'QR code for the authenticator app',
  totp_secret: 'Can’t scan it? Type this key instead:',
  totp_code: 'The code that the app shows',
  totp_code_hint: 'Six digits; they change every 30 seconds.',
  totp_turn_on: 'Turn on two-step verification',
  back_to_security: 'Back to security settings',
  codes_title: 'Your recovery codes',
  codes_lead:
    'Store these {{count}} recovery codes now: they are shown only this once. Each replaces one code of the app, once.',
  codes_download: 'Download as a text file',
  codes_done: 'I have stored them',
  codes_gone:
    'Recovery codes are shown only once, so they are no longer here. If you did not store them, create new ones in your security settings.',
  codes_file: 'Recovery codes for {{site}}. Each works once:',

  staff_turn_on: 'Require two-step verification',
  staff_turn_off: 'No longer require it',
  staff_on: 'On',
  staff_off: 'Off',
  staff_lead:
    'When on, the owner and admins need two-step verification to open these pages and to act as staff.',
  staff_consequences:
    'You need it yourself first. Staff without it are led to their security settings.',
};
