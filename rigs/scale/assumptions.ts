/** Every number in docs/scale.md that is not measured. Change one and run `npm run generate` to update the document. */
export const DAILY_MEMBERS = [1_000_000, 10_000_000, 100_000_000];

/** Operations of one member on an active day, by their names in costs.ts. */
export const CALLS_A_DAY = {
  list_cached: 4.5,
  post_cached: 9.5,
  list_rendered: 0.5,
  post_rendered: 0.5,
  list_for_member: 5,
  post_for_member: 15,
  check_in: 1,
  like: 3,
  comment: 0.3,
  follow: 0.1,
  energize: 0.3,
};

/** New permanent rows per member and active day. */
export const ROWS_A_DAY: Record<string, number> = {
  user_checkin: 1,
  exp_entry: 1.3,
  energy_transfer: 1.3,
  // Two of a gift between members, one of everything else.
  energy_entry: 1.6,
  daily_exp: 0.2,
  post: 0.02,
  post_count: 0.02,
  // The first save and two corrections.
  post_revision: 0.06,
  post_tag: 0.06,
  post_day: 0.3,
  // One toggle in six unsets a like and updates the existing row.
  post_reaction: 2.5,
  comment: 0.3,
  // Of comments that are no replies.
  comment_count: 0.2,
  user_follow: 0.1,
  folder_item: 0.2,
  post_favorite: 0.2,
  post_energize: 0.3,
  post_energize_total: 0.2,
};

/** Rows per account at any time; old ones are deleted. */
export const ROWS_AN_ACCOUNT: Record<string, number> = {
  users: 1,
  member_card: 1,
  user_count: 1,
  energy_account: 1,
  username_claim: 1,
  session: 3,
  notification: 30,
};

/** Accounts per member who is active on a day. */
export const ACCOUNTS_PER_DAILY_MEMBER = 5;
/** Load of the busiest second relative to the average. */
export const PEAK = 4;
/** CPU utilization in that second; above it, queueing delay grows faster than throughput. */
export const BUSY = 0.6;
/** Share of a rendered page's database time that a replica can serve. */
export const REPLICA_SHARE = 0.6;

/** The largest reasonable database server: its cores, and the data that it can restore in one night. */
export const LARGEST_PRIMARY = { cores: 96, terabytes: 10 };
export const CORES_PER_WEB_MACHINE = 16;

/** Rounded list prices of large providers with a yearly commitment, without traffic, images and staff. */
export const PRICES = { date: 'November 2026', vcpu_hour: 0.04, gigabyte_month: 0.1 };
/** The primary, a standby and the archive for point-in-time recovery. */
export const COPIES = 3;
