import type { refusals as zh } from '../zh-CN/refusals.ts';

/** Why a request is refused, by code (src/refusals.ts). */
export const refusals: typeof zh = {
  invalid_input: 'The request is not valid. Check it and try again.',
  unauthenticated: 'Log in first.',
  bad_credentials: 'The e-mail address or the password is wrong.',
  login_required: 'Your session has ended. Log in again.',
  session_reused:
    'An expired login token was used again. To protect your account, this device was signed out. Log in again.',
  passkey_refused: 'This passkey was not accepted. Try again, or log in another way.',
  second_factor_expired: 'This log-in took too long. Please log in again.',
  restore_token_invalid:
    'The restore token was used or has expired. Log in again to get a new one.',
  banned: 'Your account is banned: you can only read.',
  terms_not_accepted:
    'The terms of this site have changed. Reload the page, read and accept what is at the top, then try again.',
  blocked: 'This member has blocked you: you cannot follow, reply to, mention or energize them.',
  hidden_by_you:
    'You have blocked or muted this member. End it in your settings, under “Blocked and muted”, to see what they write.',
  level_too_low: 'Your level is too low: this needs Lv{{required_level}}, you are Lv{{level}}.',
  registration_closed: 'This site accepts no registrations at the moment.',
  invitation_required:
    'Members join this site by invitation. Enter the link you got; if you have none, ask a member for one.',
  invitation_unknown: 'There is no such invitation. Check that the link is complete.',
  invitation_used_up: 'This invitation is used up. Ask whoever invited you for another one.',
  invitation_expired: 'This invitation has expired. Ask whoever invited you for another one.',
  invitation_revoked:
    'This invitation is no longer valid. Ask whoever invited you for another one.',
  token_refused: 'An API token cannot do this. Log in instead.',
  scope_required: 'This API token lacks the scope “{{scope}}”.',
  role_required: 'You don’t have permission to do this.',
  list_private: 'This member keeps their lists private.',
  owner_protected: 'Only the owner can change the owner’s account.',
  not_on_oneself: 'You cannot do this to your own account.',
  sign_in_expired: 'This sign-in has expired or was already used. Please start again.',
  csrf_failed: 'The request did not pass a safety check. Reload the page and try again.',
  second_factor_required: 'One more step: complete the two-step verification.',
  second_factor_needed:
    'This site requires two-step verification of its staff. Turn it on in your security settings to go on.',
  confirmation_required: 'To protect your account, please confirm that it is you first.',
  wrong_code: 'The code is wrong or has expired.',
  wrong_password: 'The password is wrong.',
  mail_link_invalid: 'This link has been used, has expired or is incomplete.',
  mail_code_wrong: 'The code is wrong or no longer valid. After 5 wrong tries you need a new one.',
  address_unverified:
    'Verify your e-mail address first. Security in your settings sends another mail.',
  setup_token_invalid: 'The set-up token is wrong. Compare it with the one in the server log.',
  not_found: 'Not found.',
  request_timeout: 'The request took too long to arrive. Try again.',
  wrong_state: 'This cannot be done in the current state.',
  stale_version: 'A newer version was saved elsewhere. Compare the two before you save again.',
  identity_taken: 'That account is already connected to another account here.',
  provider_connected:
    'You have already connected an account of this provider. Disconnect it first.',
  email_taken: 'This e-mail address is taken.',
  picture_fetch_off: 'This site fetches no pictures. Please upload them yourself.',
  invitation_sent: 'This address got an invitation today. You can send another one tomorrow.',
  mail_off: 'This site sends no mail. Please ask the site owner.',
  username_taken: 'This name is taken or reserved.',
  tag_taken: 'There is a topic of this name already. You can merge this one into it.',
  edit_too_late:
    'It is more than {{minutes}} minutes old and can no longer be changed. Reply to it, or delete it and write it again.',
  reported_before: 'You have reported this before. The staff will look at it.',
  appealed_before: 'You have appealed this ban already. Please wait for the staff.',
  decided_before: '{{name}} has decided on this already.',
  undo_too_late: 'Decisions can be undone once, within an hour.',
  undo_superseded: 'This cannot be undone, because something happened after it: {{what}}.',
  restored_before:
    'This post was restored once already. After a second deletion it cannot come back.',
  change_pending: 'A profile change is already in review. Wait for the result, or withdraw it.',
  restore_required: 'This account was deleted and can still be restored.',
  last_factor:
    'This is the last way to log in to the account, so it cannot be removed. Add another one first.',
  passkey_taken: 'This passkey is already registered.',
  owner_must_stay: "The owner's account cannot be deleted. Hand the role over first.",
  default_folder: 'The default folder cannot be deleted.',
  post_in_series: 'The post is in another series. Take it out of that one first.',
  export_recent: 'You can export your data once a day. Come back in {{hours}} hours.',
  request_in_progress: 'The same request is still running. Wait a moment.',
  payload_too_large: 'This is too large.',
  image_type: 'This image format is not accepted here. Accepted: {{accepted}}.',
  unsupported_media_type: 'This content type is not supported.',
  image_too_large: 'The image has too many pixels. Make it smaller.',
  image_broken: 'The image cannot be read. Try another one.',
  schedule_time: 'Choose a time at least {{minutes}} minutes from now and at most a year ahead.',
  text_not_passed:
    'This text did not pass the check of this site: {{reason}}. Please change it and try again.',
  text_refused:
    'The text has words that this site does not accept: {{words}}. Change it and try again.',
  empty_body: 'The post is empty. Write some text or add a picture first.',
  body_too_complex: 'The text is too long or nested too deeply. Make it simpler and save again.',
  own_post: 'You cannot energize your own post.',
  negative_balance:
    'Your energy is below zero ({{balance}}). Checking in or being energized brings it back.',
  energize_cap: 'You have given this post {{used}} of {{cap}}, the most one member can give.',
  energize_too_heavy:
    'You have given this post {{used}} of {{cap}}: {{remaining}} is left, so only a light gift still fits.',
  self_follow: 'You cannot follow yourself.',
  picture_address: 'This is not a public web address, so the picture cannot be fetched.',
  picture_unreachable:
    'The other site sent no picture. It may be gone, or the site may not allow others to fetch it.',
  picture_too_large: 'The picture is larger than 5 MB and was not fetched.',
  picture_too_slow: 'The other site was too slow, so the picture was not fetched.',
  not_a_picture: 'This address is not a JPG, PNG, GIF or WebP picture.',
  too_many_pictures:
    'At most {{limit}} pictures of other sites are fetched for one post. Please upload the others yourself.',
  too_many: 'The limit of {{limit}} is reached.',
  too_many_drafts:
    'You have {{limit}} drafts, which is the limit. Submit or delete one before you start another.',
  text_quota:
    'Your posts take up {{megabytes}} MB, which is the limit per member. Shorten one and save again.',
  password_too_common: 'This password is too common. Choose another one.',
  idempotency_key_reused: 'This idempotency key belongs to a different request.',
  email_same: 'This is your address already.',
  rate_limited: 'Too many requests. Try again in {{retry_after}} seconds.',
  internal: 'Something went wrong on our side. Try again later.',
  overloaded: 'The site is very busy. Try again in a moment.',
  unavailable: 'The site is temporarily unavailable. Try again in a moment.',
  insufficient_storage:
    'The site has no space left for files, so nothing was uploaded. Its administrators must free some.',
  restarting: 'The site is being restarted. Try again in a moment.',
};
