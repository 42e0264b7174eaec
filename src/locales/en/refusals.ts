import type { refusals as zh } from '../zh-CN/refusals.ts';

/** Why a request is refused, by code (src/refusals.ts). */
export const refusals: typeof zh = {
  invalid_input: 'The request is not valid. Check it and try again.',
  unauthenticated: 'Log in first.',
  bad_credentials: 'The e-mail address or the password is wrong.',
  login_required: 'Your session has ended. Log in again.',
  session_reused:
    'An expired login token was used again. To protect your account, this device was signed out. Log in again.',
  restore_token_invalid:
    'The restore token was used or has expired. Log in again to get a new one.',
  banned: 'Your account is banned: you can only read.',
  level_too_low: 'Your level is too low: this needs Lv{{required_level}}, you are Lv{{level}}.',
  role_required: 'You don’t have permission to do this.',
  list_private: 'This member keeps their lists private.',
  owner_protected: 'Only the owner can change the owner’s account.',
  not_on_oneself: 'You cannot do this to your own account.',
  csrf_failed: 'The request did not pass a safety check. Reload the page and try again.',
  wrong_password: 'The password is wrong.',
  setup_token_invalid: 'The set-up token is wrong. Compare it with the one in the server log.',
  not_found: 'Not found.',
  request_timeout: 'The request took too long to arrive. Try again.',
  wrong_state: 'This cannot be done in the current state.',
  stale_version: 'A newer version was saved elsewhere. Compare the two before you save again.',
  email_taken: 'This e-mail address is taken.',
  username_taken: 'This name is taken or reserved.',
  tag_taken: 'There is a topic of this name already. You can merge this one into it.',
  edit_too_late:
    'It is more than {{minutes}} minutes old and can no longer be changed. Reply to it, or delete it and write it again.',
  change_pending: 'A profile change is already in review. Wait for the result, or withdraw it.',
  restore_required: 'This account was deleted and can still be restored.',
  owner_must_stay: "The owner's account cannot be deleted. Hand the role over first.",
  default_folder: 'The default folder cannot be deleted.',
  export_recent: 'You can export your data once a day. Come back in {{hours}} hours.',
  request_in_progress: 'The same request is still running. Wait a moment.',
  payload_too_large: 'This is too large.',
  image_type: 'This image format is not accepted here. Accepted: {{accepted}}.',
  unsupported_media_type: 'This content type is not supported.',
  image_too_large: 'The image has too many pixels. Make it smaller.',
  image_broken: 'The image cannot be read. Try another one.',
  empty_body: 'The post is empty. Write some text or add a picture first.',
  body_too_complex: 'The text is too long or nested too deeply. Make it simpler and save again.',
  own_post: 'You cannot energize your own post.',
  negative_balance:
    'Your energy is below zero ({{balance}}). Checking in or being energized brings it back.',
  energize_cap: 'You have given this post {{used}} of {{cap}}, the most one member can give.',
  energize_too_heavy:
    'You have given this post {{used}} of {{cap}}: {{remaining}} is left, so only a light gift still fits.',
  self_follow: 'You cannot follow yourself.',
  too_many: 'The limit of {{limit}} is reached.',
  too_many_drafts:
    'You have {{limit}} drafts, which is the limit. Submit or delete one before you start another.',
  text_quota:
    'Your posts take up {{megabytes}} MB, which is the limit per member. Shorten one and save again.',
  password_too_common: 'This password is too common. Choose another one.',
  idempotency_key_reused: 'This idempotency key belongs to a different request.',
  rate_limited: 'Too many requests. Try again in {{retry_after}} seconds.',
  internal: 'Something went wrong on our side. Try again later.',
  overloaded: 'The site is very busy. Try again in a moment.',
  unavailable: 'The site is temporarily unavailable. Try again in a moment.',
  insufficient_storage:
    'The site has no space left for files, so nothing was uploaded. Its administrators must free some.',
  restarting: 'The site is being restarted. Try again in a moment.',
};
