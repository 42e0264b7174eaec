/**
 * Everything in docs/scale.md that nobody has measured, by name. Change one, run `npm run generate`, and the document says
 * what follows.
 */
export const DAILY_MEMBERS = [1_000_000, 10_000_000, 100_000_000];

/** What one member does on a day on which they come; the names are those of the operations in costs.ts. */
export const CALLS_A_DAY = {
  list_from_memory: 4.5,
  post_from_memory: 9.5,
  list_made: 0.5,
  post_made: 0.5,
  list_for_member: 5,
  post_for_member: 15,
  check_in: 1,
  like: 3,
  comment: 0.3,
  follow: 0.1,
  energize: 0.3,
};

/** New rows of a member and day that are kept for good. */
export const ROWS_A_DAY: Record<string, number> = {
  user_checkin: 1,
  exp_entry: 1.3,
  energy_transfer: 1.3,
  energy_entry: 2.6,
  daily_exp: 0.2,
  post: 0.02,
  post_count: 0.02,
  // Written, corrected, corrected again.
  post_revision: 0.06,
  post_day: 0.3,
  // A press in six takes one back, and changes the row that is there.
  post_reaction: 2.5,
  comment: 0.3,
  user_follow: 0.1,
  folder_item: 0.2,
  post_favorite: 0.2,
  post_energize: 0.3,
  post_energize_total: 0.2,
};

/** Rows that there are at any time for each account; old ones go. */
export const ROWS_AN_ACCOUNT: Record<string, number> = {
  users: 1,
  user_count: 1,
  energy_account: 1,
  username_claim: 1,
  session: 3,
  notification: 30,
};

/** Of those who have an account, one in so many comes on a day. */
export const ACCOUNTS_PER_DAILY_MEMBER = 5;
/** The busiest second has so many times the calls of the middling one. */
export const PEAK = 4;
/** How busy a core may be in that second; above it, waiting grows faster than work. */
export const BUSY = 0.6;
/** Of what a made page asks the database, so much shows what is public and can be asked of a replica. */
export const REPLICA_SHARE = 0.6;

/** The largest single database server one would want to own: what it can compute, and what can be restored in a night. */
export const LARGEST_PRIMARY = { cores: 96, terabytes: 10 };
export const CORES_PER_WEB_MACHINE = 16;

/** List prices of large providers for what is rented by the year, rounded; without traffic, pictures and people. */
export const PRICES = { date: 'November 2026', vcpu_hour: 0.04, gigabyte_month: 0.1 };
/** The primary, a standby, and what point-in-time recovery keeps. */
export const COPIES = 3;
