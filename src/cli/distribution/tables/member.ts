import type { ShardKey } from './shard-key.ts';

/** What a member adds every day is distributed by uid. What there is once per member stays on the coordinator, which reads it on every request. */
export const MEMBER_SHARD_KEYS: Record<string, ShardKey> = {
  member_card: {
    state: 'reference',
    why: 'joined by every list, on whichever machine that reads',
  },
  user_checkin: {
    state: 'distributed',
    key: 'uid',
    why: 'one row per member and day; each shard keeps the monthly partitions',
  },
  exp_entry: {
    state: 'distributed',
    key: 'uid',
    why: 'one row per gain, never deleted, read only by its member',
  },
  daily_exp: {
    state: 'distributed',
    key: 'uid',
    why: 'one row per member and day with a gift',
  },
  energy_transfer: {
    state: 'distributed',
    key: 'to_account',
    why: 'nearly all are check-ins and gifts, read with the entries of their receiver',
  },
  energy_entry: {
    state: 'distributed',
    key: 'account_id',
    why: 'a member reads the entries of one account, numbered without a gap',
  },
  energy_entry_archive: {
    state: 'distributed',
    key: 'account_id',
    why: 'the end of the list of entries',
  },
  energy_opening: {
    state: 'distributed',
    key: 'uid',
    why: 'next to the archived entries that it sums up',
  },
  user_follow: {
    state: 'distributed',
    key: 'follower_uid',
    why: 'every page needs whom its reader follows; few pages list followers',
  },
  folder_item: {
    state: 'distributed',
    key: 'uid',
    why: 'the posts of a folder, read by its member and their visitors',
  },
  post_day: {
    state: 'distributed',
    key: 'author_uid',
    why: 'the days of all posts of an author are read together',
  },
  comment_day: {
    state: 'distributed',
    key: 'author_uid',
    why: 'as `post_day`, for the comments of a member',
  },
  author_read_day: {
    state: 'distributed',
    key: 'author_uid',
    why: 'one row per author and day with a read',
  },

  users: { state: 'local', why: 'one row per member, with unique addresses' },
  user_count: { state: 'local', why: 'one row per member' },
  user_count_delta: { state: 'local', why: 'emptied every second' },
  energy_account: {
    state: 'local',
    why: 'one row per member; its lock decides every movement of energy, on one machine',
  },
  notification: {
    state: 'local',
    why: 'lives 90 days; every page of a member looks for unread ones, and they refer to rows of every machine',
  },
  notify_pref: { state: 'local', why: 'at most one row per member' },
  digest_preference: { state: 'local', why: 'one row per member who gets a digest' },
  user_task: { state: 'local', why: 'at most three rows per member' },
  user_block: { state: 'local', why: 'few rows per member, read by every request' },
  tag_follow: { state: 'local', why: 'few rows per member' },
  page_acceptance: { state: 'local', why: 'a row per member and version of the terms' },
  author_text: { state: 'local', why: 'one row per author' },
  studio_visit: { state: 'local', why: 'one row per author' },
  folder: { state: 'local', why: 'few rows per member' },
  series: { state: 'local', why: 'few rows per author' },
  series_post: { state: 'local', why: 'at most one row per post, beside it' },
  upload: { state: 'local', why: 'few per post, found by every page that shows images' },
  upload_use: { state: 'local', why: 'next to its upload' },
  user_export: { state: 'local', why: 'at most one per member' },
  profile_change: { state: 'local', why: 'at most one open change per member' },
  hidden_star: {
    state: 'local',
    why: 'few rows: deleted accounts with very many followers, for 30 days',
  },

  session: { state: 'local', why: 'some rows per member, read by every request' },
  api_token: { state: 'local', why: 'few rows, read with their member' },
  push_subscription: { state: 'local', why: 'a row per browser' },
  push_message: { state: 'local', why: 'written with its notification, and sent at once' },
  restore_token: { state: 'local', why: 'lives thirty days' },
  mail_token: { state: 'local', why: 'lives hours' },
  email_change: { state: 'local', why: 'seldom, and lives a week' },
  identity: { state: 'local', why: 'few rows per member, unique over all members' },
  passkey: { state: 'local', why: 'few rows per member, unique over all members' },
  second_factor: { state: 'local', why: 'at most one row per member' },
  recovery_code: { state: 'local', why: 'ten rows of a member with a second factor' },
  security_event: { state: 'local', why: 'seldom' },
};
