import type { zhCN } from '../zh-CN/messages.ts';
import { about } from './about.ts';
import { accountMails } from './account-mails.ts';
import { admin } from './admin.ts';
import { analytics } from './analytics.ts';
import { comments } from './comments.ts';
import { digest } from './digest.ts';
import { email } from './email.ts';
import { exported } from './export.ts';
import { factors } from './factors.ts';
import { flash } from './flash.ts';
import { flow } from './flow.ts';
import { history } from './history.ts';
import { home } from './home.ts';
import { identities } from './identities.ts';
import { inbox } from './inbox.ts';
import { joining } from './joining.ts';
import { mail } from './mail.ts';
import { markdown } from './markdown.ts';
import { ownerSite } from './owner-site.ts';
import { reading } from './reading.ts';
import { refusals } from './refusals.ts';
import { search } from './search.ts';
import { series } from './series.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { space } from './space.ts';
import { studio } from './studio.ts';
import { tags } from './tags.ts';
import { versions } from './versions.ts';
import { write } from './write.ts';

export const en: typeof zhCN = {
  refusals,
  factors,
  user: { unnamed: 'user{{uid}}' },
  favorites: { default_folder: 'Default folder' },
  system_notifications: {
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
    post_rejected: 'Your post did not pass review. Reason: {{reason}}',
    edit_approved: 'Your edit passed review.',
    edit_rejected: 'Your edit did not pass review; the public version stays. Reason: {{reason}}',
    post_locked: 'Your post was locked. Reason: {{reason}}',
    post_unlocked: 'Your post is no longer locked.',
    post_removed: 'Your post was removed by the staff. Reason: {{reason}}',
    comment_removed: 'Your comment was removed by the staff. Reason: {{reason}}',
    series_cleared:
      'The staff removed the title and the description of one of your series. You can write others. Reason: {{reason}}',
    picture_removed: 'A picture of yours was removed by the staff. Reason: {{reason}}',
    avatar_removed:
      'Your profile picture was removed by the staff. You can choose another one. Reason: {{reason}}',
    profile_accepted: 'Your profile change was approved.',
    profile_refused: 'Your profile change was not approved. Reason: {{reason}}',
    energy_adjusted: 'The owner adjusted your energy by {{amount}}. Reason: {{reason}}',
    account_banned: 'Your account is banned: you can only read. Reason: {{reason}}',
    account_unbanned: 'Your account is no longer banned.',
    role_changed: 'Your role is now: {{role}}.',
  },
  setup: {
    title: 'Welcome to {{site_name}}',
    lead: 'Create the owner account to open the community. This page works only while the site has no owner.',
    token: 'Set-up token',
    token_hint: 'You find it in the log of the starting server, under “setup”.',
    title_again: 'Please correct: Welcome to {{site_name}}',
    email: 'E-mail',
    email_hint: 'For logging in. It is never shown to others.',
    email_invalid: 'Enter a complete e-mail address, for example name@example.org.',
    password: 'Password',
    password_hint:
      'At least {{min}} characters. A few unrelated words are easy to remember and hard to guess.',
    password_length: 'The password needs {{min}} to {{max}} characters.',
    audit: 'Review posts before they are published',
    verified_address: 'A verified e-mail address is required for publishing',
    staff_factor: 'Require two-step verification of the staff',
    audit_hint:
      'When off, new posts are public at once. You can change this later in the site settings.',
    submit: 'Create the owner account',
    description_hint: 'Search engines and shared links show it. You can write it later.',
    first_level: 'Created the site, so starts at Lv1 and can publish at once.',
  },
  page: {
    site: '{{site_name}}',
    /** The name of a site whose owner has chosen none. */
    product: 'Lamplight',
    error_title: 'The light went out for a moment',
    back_home: 'Back to the front page',
    request: 'Request',
    skip: 'Skip to content',
    navigation: 'Site',
    try_again: 'Try again',
    please_correct: 'Please correct the following:',
  },
  error_pages: {
    unauthenticated: 'Log in first',
    forbidden: 'Not allowed',
    staff_only: 'Only the staff can open this page.',
    owner_only: 'Only the site owner can open this page.',
    settings_owner_only: 'Only the site owner can open the site settings.',
    back_to_admin: 'Back to administration',
    not_found: 'No lamp is lit here',
    not_found_title: 'Page not found',
    not_found_hint:
      'We can’t find this page. The address may be mistyped, or the post was deleted or is not public yet.',
    newest: 'Newest posts',
    hot: 'Hot posts',
    internal_hint: ' If it keeps happening, send the site owner the request number below.',
    limited: 'Slow down a little',
    unavailable: 'Not available right now',
  },
  home,
  owner_site: ownerSite,
  series,
  tags,
  docs: {
    title: 'API reference',
    lead: 'Generated by the running service from the same rules that validate requests.',
    contents: 'Contents',
    start: 'Getting started',
    start_base:
      'Every address starts with `{{base_url}}`; requests and responses are JSON. For machines:',
    start_token:
      'Programs log in with `"transport": "bearer"` and send the `access_token` they get in the `Authorization` header.',
    start_cookie:
      'Browsers log in with cookies; every request that changes something then needs an `X-CSRF-Token` from `GET /api/auth/csrf`. The examples below keep the two in `cookies.txt` and `$CSRF`.',
    start_list: 'Lists come in pages: send `next_cursor` back as `cursor` to get the next one.',
    start_retry:
      'A request that changes something may carry an `Idempotency-Key`: for 24 hours a retry with the same key is not carried out twice.',
    start_errors:
      'Errors are `application/problem+json`; programs decide by their `code`. All of them:',
    parameters: 'Parameters',
    body: 'Body',
    body_optional: 'Body (may be left out)',
    response: 'Response',
    example: 'Example',
    name: 'Field',
    type: 'Type',
    notes: 'Notes',
    required: 'required',
    optional: 'may be missing',
    no_body: 'no body',
    fields: 'Fields',
    in_path: 'path',
    in_query: 'query',
    in_header: 'header',
    length: 'length {{range}}',
    range: 'range {{range}}',
    items: '{{range}} items',
    pattern: 'pattern',
    default: 'default',
    errors_title: 'Error codes',
    errors_lead:
      "A refused request gets an `application/problem+json` document. Its `code` never changes and is for programs; its `detail` is a sentence for people in the caller's language. Values in braces are also members of the document.",
    code: 'Code',
    status: 'Status',
    meaning: 'Meaning',
    sentence: 'Sentence for people',
  },
  flash,
  shell,
  about,
  reading,
  comments,
  space,
  joining,
  email,
  account_mails: accountMails,
  studio,
  analytics,
  versions,
  markdown,
  write,
  flow,
  inbox,
  digest,
  mail,
  settings,
  export: exported,
  search,
  history,
  identities,
  admin,
};
