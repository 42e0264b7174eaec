import type { systemNotifications as zh } from '../zh-CN/system-notifications.ts';
import { apiTokens } from './api-tokens.ts';
import { factors } from './factors.ts';
import { identities } from './identities.ts';
import { webhooks } from './webhooks.ts';

export const systemNotifications: typeof zh = {
  session_reused:
    'A device used an expired login token, so we signed it out. If that was not you, change your password.',
  password_changed: 'Your password was changed and your other devices were signed out.',
  passkey_added: factors.mail_passkey_added,
  passkey_removed: factors.mail_passkey_removed,
  passkey_cloned: factors.mail_passkey_cloned,
  totp_added: factors.mail_totp_added,
  totp_removed: factors.mail_totp_removed,
  passkey_step_on: factors.mail_passkey_step_on,
  passkey_step_off: factors.mail_passkey_step_off,
  recovery_codes_made: factors.mail_recovery_codes_made,
  recovery_code_used: factors.mail_recovery_code_used,
  factors_reset: factors.mail_factors_reset,
  password_removed: factors.mail_password_removed,
  identity_linked: identities.mail_linked,
  identity_unlinked: identities.mail_unlinked,
  api_token_made: apiTokens.notification,
  webhook_disabled: webhooks.disabled,
  export_ready:
    'Your data is ready. Download it once from Privacy in your settings, within {{hours}} hours.',
  level_up: 'Congratulations, you have reached Lv{{level}}.',
  post_approved: 'Your post passed review.',
  post_approved_ahead:
    'Your post was approved. It will be public at {{time}} (China Standard Time).',
  schedule_published: 'Your post was published at its time.',
  schedule_submitted:
    'The time of your post has come. Posts are reviewed here now, so it was submitted; it will be public once approved.',
  schedule_failed: 'Your post was not published at its time. It is still a draft.',
  schedule_failed_address:
    'Your post was not published at its time: verify your e-mail address, then publish again.',
  schedule_failed_empty: 'Your post was not published at its time: it has no text.',
  schedule_failed_level: 'Your post was not published at its time: your level is too low.',
  schedule_failed_banned: 'Your post was not published at its time: your account is banned.',
  post_held: 'Your post waits for the staff because {{reason}}.',
  comment_held: 'Your comment waits for the staff because {{reason}}.',
  post_rejected: 'Your post did not pass review. Reason: {{reason}}',
  edit_approved: 'Your edit passed review.',
  edit_rejected: 'Your edit did not pass review; the public version stays. Reason: {{reason}}',
  post_locked: 'Your post was locked. Reason: {{reason}}',
  post_unlocked: 'Your post is no longer locked.',
  post_removed: 'Your post was removed by the staff. Reason: {{reason}}',
  comment_removed: 'Your comment was removed by the staff. Reason: {{reason}}',
  comment_released: 'A comment of yours passed review and is public again.',
  report_upheld: 'The staff acted on what you reported. Thank you.',
  report_dismissed:
    'The staff looked at what you reported and found nothing against the rules. Thank you.',
  report_cleared: 'Somebody reported something of yours. The staff looked and found nothing wrong.',
  series_cleared:
    'The staff removed the title and the description of one of your series. You can write others. Reason: {{reason}}',
  picture_removed: 'A picture of yours was removed by the staff. Reason: {{reason}}',
  avatar_removed:
    'Your profile picture was removed by the staff. You can choose another one. Reason: {{reason}}',
  profile_held: 'Your profile change waits for the staff because {{reason}}.',
  profile_accepted: 'Your profile change was approved.',
  profile_refused: 'Your profile change was not approved. Reason: {{reason}}',
  energy_adjusted: 'The owner adjusted your energy by {{amount}}. Reason: {{reason}}',
  account_banned: 'Your account is banned: you can only read. Reason: {{reason}}',
  account_banned_until:
    'Your account is banned until {{until}} (Beijing time): you can only read. Reason: {{reason}}',
  account_unbanned: 'Your account is no longer banned.',
  ban_over: 'Your ban has ended. You can use your account as before.',
  appeal_accepted: 'Your appeal was accepted and the ban lifted. {{reply}}',
  appeal_refused: 'Your appeal was refused; the ban stands. The staff wrote: {{reply}}',
  role_changed: 'Your role is now: {{role}}.',
};
