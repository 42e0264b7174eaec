/** `points` requests pass in `seconds`; the next is refused, for `block` seconds if given. */
export type LimitRule = { points: number; seconds: number; block: number };

export type LimitName = keyof typeof PROFILES;

type Profile = 'classroom' | 'strict';

/**
 * SPEC §8 sets `sensitive`. D13 sets the classroom column: it limits neither a group of people behind one address nor a
 * person acting by hand. The strict column is the table of docs/security.md.
 */
const PROFILES = {
  sensitive: { classroom: '5/60/300', strict: '5/60/300' },
  login_ip: { classroom: '30/900/900', strict: '25/300/300' },
  login_network: { classroom: 'off', strict: '100/300/300' },
  login_account: { classroom: '5/900', strict: '5/900' },
  login_device: { classroom: '10/86400', strict: '10/86400' },
  factor_account: { classroom: '5/300', strict: '5/300' },
  factor_day: { classroom: '50/86400', strict: '50/86400' },
  invitations: { classroom: '60/3600', strict: '20/3600' },
  register: { classroom: '60/3600', strict: '5/1800' },
  check_email: { classroom: '60/600', strict: '10/600' },
  check_email_address: { classroom: 'off', strict: '5/3600' },
  reset_request: { classroom: '20/3600', strict: '20/3600' },
  mail_links: { classroom: '120/600', strict: '30/600' },
  mail_minute: { classroom: '1/60', strict: '1/60' },
  mail_hour: { classroom: '5/3600', strict: '5/3600' },
  mail_member: { classroom: '10/3600', strict: '10/3600' },
  mail_site: { classroom: '5000/86400', strict: '2000/86400' },
  sign_in: { classroom: '120/600', strict: '30/600' },
  refresh: { classroom: 'off', strict: '30/300' },
  anonymous: { classroom: 'off', strict: '300/300' },
  member: { classroom: 'off', strict: '1500/300' },
  password: { classroom: '20/600', strict: '10/600' },
  uploads: { classroom: '200/86400', strict: '30/1800' },
  fetches: { classroom: '100/3600', strict: '100/3600' },
  fetches_day: { classroom: '400/86400', strict: '300/86400' },
  posts: { classroom: '60/3600', strict: '10/3600' },
  saves: { classroom: '60/60', strict: '60/60' },
  comments: { classroom: '20/60', strict: '10/60' },
  reports: { classroom: '20/3600', strict: '10/3600' },
  toggles: { classroom: '120/60', strict: '60/60' },
  follows: { classroom: '60/60', strict: '30/60' },
  user_search: { classroom: '120/60', strict: '30/60' },
  search: { classroom: '600/60', strict: '60/60' },
  energize: { classroom: '120/60', strict: '60/60' },
  // A short window: every reader of the site has a counter in memory for that long.
  reads: { classroom: '300/10', strict: '100/10' },
  unsubscribe: { classroom: '60/600', strict: '20/600' },
  writes: { classroom: '120/60', strict: '120/60' },
} satisfies Record<string, Record<Profile, string>>;

/** Counted by uid, because a classroom shares one address. */
export const COUNTED_BY_MEMBER: readonly LimitName[] = [
  'member',
  'password',
  'mail_member',
  'invitations',
  'uploads',
  'fetches',
  'fetches_day',
  'posts',
  'saves',
  'comments',
  'reports',
  'toggles',
  'follows',
  'user_search',
  'energize',
  'writes',
];

/** SPEC §4, §8: a successful registration clears these counters of the address, and their blocks. */
export const CLEARED_BY_REGISTRATION: readonly LimitName[] = ['login_ip', 'sensitive'];

export const LIMIT_NAMES = Object.keys(PROFILES) as LimitName[];

export function parseLimit(name: LimitName, setting: string, profile: Profile): LimitRule | null {
  const text = setting || PROFILES[name][profile];
  if (text === 'off') return null;
  const [points = 0, seconds = 0, block = 0] = text.split('/').map(Number);
  return { points, seconds, block };
}

/** D13: the delay after the nth failure on one account. Doubles from one second; never a lock-out. */
export function accountDelaySeconds(failures: number, rule: LimitRule): number {
  if (failures < rule.points) return 0;
  return Math.min(2 ** (failures - rule.points), rule.seconds);
}
