import { Type } from 'typebox';

const LIMIT_FORM = '^(|off|\\d+/\\d+(/\\d+)?)$';

const limit = (description: string) =>
  Type.String({ group: 'Limits', description, default: '', pattern: LIMIT_FORM });

/** The values of the profiles and the keys of the limits are in platform/limits/rules.ts. */
export const LimitSettings = {
  LIMITS_PROFILE: Type.Enum(['classroom', 'strict'], {
    group: 'Limits',
    description:
      'Defaults of the limits below. classroom: many people share one address, and only programs are stopped; strict: for a public site. A limit that is set overrides its default.',
    default: 'classroom',
  }),
  LIMIT_SENSITIVE: limit(
    'Password change, account deletion and check-in, per address: requests/seconds/blocked seconds.',
  ),
  LIMIT_LOGIN_IP: limit('Failed log-ins per address.'),
  LIMIT_LOGIN_NETWORK: limit('Failed log-ins per IPv6 /48 network.'),
  LIMIT_LOGIN_ACCOUNT: limit('Failed log-ins per account before a growing delay starts.'),
  LIMIT_LOGIN_DEVICE: limit(
    'Failed log-ins of a known device (one that has logged in to the account before); up to this limit it skips the delay of the account.',
  ),
  LIMIT_FACTOR_ACCOUNT: limit('Wrong codes of an authenticator app, per account.'),
  LIMIT_FACTOR_DAY: limit(
    'The same over a long time. Recovery codes and passkeys still work, so it locks nobody out.',
  ),
  LIMIT_INVITATIONS: limit('Invitations to the site that a member makes.'),
  LIMIT_REGISTER: limit('Registrations per address.'),
  LIMIT_CHECK_EMAIL: limit('Look-ups of e-mail addresses, per address of the caller.'),
  LIMIT_CHECK_EMAIL_ADDRESS: limit('Look-ups of one e-mail address, by all callers.'),
  LIMIT_RESET_REQUEST: limit('Requests for a link to reset a password, per address of the caller.'),
  LIMIT_MAIL_LINKS: limit('Uses of links and codes from mails, per address of the caller.'),
  LIMIT_MAIL_MINUTE: limit('Requested mails to one e-mail address, in a short time.'),
  LIMIT_MAIL_HOUR: limit('Requested mails to one e-mail address, in a longer time.'),
  LIMIT_MAIL_MEMBER: limit('Mails that a member requests, to any address.'),
  LIMIT_MAIL_SITE: limit('Requested mails of the whole site.'),
  LIMIT_SIGN_IN: limit('Sign-ins through other providers that an address starts.'),
  LIMIT_REFRESH: limit('Token refreshes per session.'),
  LIMIT_ANONYMOUS: limit('All requests of anonymous visitors, per address.'),
  LIMIT_MEMBER: limit('All requests of a member.'),
  LIMIT_PASSWORD: limit('Requests that confirm the password, per member.'),
  LIMIT_UPLOADS: limit('Images a member uploads.'),
  LIMIT_FETCHES: limit('Pictures of other sites fetched for a member.'),
  LIMIT_FETCHES_DAY: limit('The same over a longer time.'),
  LIMIT_POSTS: limit('Posts a member creates, drafts included.'),
  LIMIT_SAVES: limit('Saves of posts, per member. The editor saves every two seconds at most.'),
  LIMIT_COMMENTS: limit('Comments and replies a member writes.'),
  LIMIT_REPORTS: limit('Reports a member sends to the staff.'),
  LIMIT_TOGGLES: limit('Likes, dislikes and favorites of a member, set or unset.'),
  LIMIT_FOLLOWS: limit('Follows, unfollows and blocks of a member.'),
  LIMIT_USER_SEARCH: limit('Searches for people to mention, per member.'),
  LIMIT_SEARCH: limit(
    'Searches and suggestions, per address. Typing a query asks for suggestions several times.',
  ),
  LIMIT_ENERGIZE: limit('How often a member energizes.'),
  LIMIT_READS: limit(
    'Reads of posts that pages report, per address; more are silently not counted.',
  ),
  LIMIT_UNSUBSCRIBE: limit(
    'Links to unsubscribe from mail: valid ones per member, others per address.',
  ),
  LIMIT_WRITES: limit('Every other change a member makes, staff work included.'),
};
