/**
 * Every refusal: its stable code, HTTP status and English title. The locales have a message for each code. A test
 * compares docs/errors.md with this table.
 */
export const REFUSALS = {
  invalid_input: { status: 400, title: 'The request is malformed' },
  unauthenticated: { status: 401, title: 'Not logged in' },
  bad_credentials: { status: 401, title: 'Wrong e-mail or password' },
  login_required: { status: 401, title: 'The session has ended' },
  session_reused: { status: 401, title: 'A spent token was used again' },
  passkey_refused: { status: 401, title: 'The passkey was not accepted' },
  second_factor_expired: { status: 401, title: 'The log-in took too long' },
  restore_token_invalid: { status: 401, title: 'The restore token is spent or expired' },
  banned: { status: 403, title: 'The account is banned' },
  terms_not_accepted: { status: 403, title: 'The terms of the site must be accepted first' },
  blocked: { status: 403, title: 'This member has blocked the caller' },
  hidden_by_you: { status: 403, title: 'The caller has blocked or muted this member' },
  level_too_low: { status: 403, title: 'The level is too low' },
  token_refused: { status: 403, title: 'Not with an API token' },
  scope_required: { status: 403, title: 'The API token lacks a scope' },
  role_required: { status: 403, title: 'Not allowed for this role' },
  registration_closed: { status: 403, title: 'The site accepts no registrations' },
  invitation_required: { status: 403, title: 'Registration is by invitation' },
  invitation_unknown: { status: 403, title: 'There is no such invitation' },
  invitation_used_up: { status: 403, title: 'The invitation is used up' },
  invitation_expired: { status: 403, title: 'The invitation has expired' },
  invitation_revoked: { status: 403, title: 'The invitation was withdrawn' },
  list_private: { status: 403, title: 'The list is private' },
  owner_protected: { status: 403, title: 'Only the owner changes the owner' },
  not_on_oneself: { status: 403, title: 'Not on your own account' },
  sign_in_expired: { status: 403, title: 'The sign-in expired or was used' },
  csrf_failed: { status: 403, title: 'Cross-site request refused' },
  second_factor_required: { status: 403, title: 'A second factor is required to log in' },
  second_factor_needed: { status: 403, title: 'Staff need a second factor' },
  confirmation_required: { status: 403, title: 'Confirm that it is you' },
  wrong_code: { status: 403, title: 'Wrong or expired code' },
  wrong_password: { status: 403, title: 'Wrong password' },
  mail_link_invalid: { status: 403, title: 'The link is used, expired or wrong' },
  mail_code_wrong: { status: 403, title: 'The code is wrong or expired' },
  address_unverified: { status: 403, title: 'The e-mail address is not verified' },
  setup_token_invalid: { status: 403, title: 'Wrong set-up token' },
  not_found: { status: 404, title: 'Not found' },
  request_timeout: { status: 408, title: 'The request did not arrive in time' },
  wrong_state: { status: 409, title: 'Not in this state' },
  stale_version: { status: 409, title: 'Somebody saved a newer version' },
  identity_taken: { status: 409, title: 'That account is connected to another member' },
  provider_connected: { status: 409, title: 'An account of this provider is connected already' },
  email_taken: { status: 409, title: 'The e-mail address is taken' },
  picture_fetch_off: { status: 409, title: 'This site fetches no pictures' },
  invitation_sent: { status: 409, title: 'This address got an invitation today' },
  mail_off: { status: 409, title: 'This site sends no mail' },
  username_taken: { status: 409, title: 'The name is taken' },
  tag_taken: { status: 409, title: 'Another tag has this name' },
  edit_too_late: { status: 409, title: 'The comment can no longer be changed' },
  reported_before: { status: 409, title: 'You have reported this before' },
  appealed_before: { status: 409, title: 'The ban was appealed once already' },
  decided_before: { status: 409, title: 'Another moderator decided first' },
  undo_too_late: { status: 409, title: 'The decision can no longer be undone' },
  undo_superseded: { status: 409, title: 'Something happened after the decision' },
  restored_before: { status: 409, title: 'The post was restored once already' },
  change_pending: { status: 409, title: 'A change already waits for review' },
  restore_required: { status: 409, title: 'The account is deleted and can be restored' },
  last_factor: { status: 409, title: 'The last way to log in stays' },
  passkey_taken: { status: 409, title: 'The passkey is registered already' },
  owner_must_stay: { status: 409, title: 'The owner cannot leave' },
  post_in_series: { status: 409, title: 'The post is in another series' },
  default_folder: { status: 409, title: 'The default folder stays' },
  export_recent: { status: 409, title: 'The last export is less than a day old' },
  request_in_progress: { status: 409, title: 'The same request is still running' },
  payload_too_large: { status: 413, title: 'The request is too large' },
  image_type: { status: 415, title: 'Not an image of an accepted format' },
  unsupported_media_type: { status: 415, title: 'Unsupported content type' },
  image_too_large: { status: 422, title: 'The image has too many pixels' },
  image_broken: { status: 422, title: 'The image cannot be read' },
  body_too_complex: { status: 422, title: 'The text is too long or nested too deeply' },
  schedule_time: { status: 422, title: 'The time is too soon or too far ahead' },
  text_refused: { status: 422, title: 'The text has words that are not accepted' },
  text_not_passed: { status: 422, title: 'The text did not pass the check of this site' },
  empty_body: { status: 422, title: 'The post is empty' },
  own_post: { status: 422, title: 'Members cannot energize their own posts' },
  negative_balance: { status: 422, title: 'The energy balance is below zero' },
  energize_cap: { status: 422, title: 'The post has had all the energy one member may give' },
  energize_too_heavy: { status: 422, title: 'Only a light gift still fits on this post' },
  self_follow: { status: 422, title: 'Members cannot follow themselves' },
  picture_address: { status: 422, title: 'Not the address of a public web server' },
  picture_unreachable: { status: 422, title: 'The other site sent no picture' },
  picture_too_large: { status: 422, title: 'The picture of the other site is too large' },
  picture_too_slow: { status: 422, title: 'The other site is too slow' },
  not_a_picture: { status: 422, title: 'The address leads to no picture' },
  too_many_pictures: { status: 422, title: 'Too many pictures were fetched for this post' },
  too_many: { status: 422, title: 'There is no room for more' },
  too_many_drafts: { status: 422, title: 'There are too many drafts' },
  text_quota: { status: 422, title: 'The texts of the member take up too much room' },
  password_too_common: { status: 422, title: 'The password is too common' },
  idempotency_key_reused: { status: 422, title: 'The idempotency key belongs to another request' },
  email_same: { status: 422, title: 'This is the address of the account already' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Something broke' },
  overloaded: { status: 503, title: 'Too busy' },
  unavailable: { status: 503, title: 'Temporarily unavailable' },
  insufficient_storage: { status: 507, title: 'The storage is full' },
  // Not 503: the proxy must distinguish a process that shuts down from a busy one; see draining.ts.
  restarting: { status: 502, title: 'Being restarted' },
} as const satisfies Record<string, { status: number; title: string }>;

export type RefusalCode = keyof typeof REFUSALS;

/** Additional members of the problem document: `retry_after`, `required_level`, … */
export type RefusalMembers = Record<string, JsonValue>;

type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };

export type FieldError = { pointer: string; detail: string };

/**
 * Thrown, not returned: a transaction commits when its callback returns, so a returned refusal would commit half an
 * action. A rare refusal commits its effects: `keepsEffects`.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly members: RefusalMembers;
  readonly fields: FieldError[];
  readonly keepsEffects: boolean;

  constructor(
    code: RefusalCode,
    members: RefusalMembers = {},
    options: { fields?: FieldError[]; keepsEffects?: boolean } = {},
  ) {
    super(REFUSALS[code].title);
    this.code = code;
    this.members = members;
    this.fields = options.fields ?? [];
    this.keepsEffects = options.keepsEffects ?? false;
  }

  get status(): number {
    return REFUSALS[this.code].status;
  }
}
