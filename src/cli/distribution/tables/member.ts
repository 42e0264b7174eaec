import type { ShardKey } from './shard-key.ts';

/** A member's rows are distributed by uid, so that all of them are on one machine. */
export const MEMBER_SHARD_KEYS: Record<string, ShardKey> = {
  user_checkin: {
    state: 'distributed',
    key: 'uid',
    why: 'one row per member and day, read only by its member; each shard keeps the monthly partitions',
  },
  exp_entry: {
    state: 'distributed',
    key: 'uid',
    why: 'one row per gain, never deleted, read only by its member',
  },
  page_acceptance: {
    state: 'local',
    why: 'a row per member and version of the terms, read only by its member',
  },
  author_text: {
    state: 'local',
    why: 'one row per author, written by every save',
  },
  author_read_day: {
    state: 'local',
    why: 'one row per author and day with a read, read only by the author',
  },
  studio_visit: {
    state: 'local',
    why: 'one row per author, read and written only by the author',
  },
  users: {
    state: 'local',
    why: 'every request reads its own member',
  },
  member_card: {
    state: 'reference',
    why: 'joined by every list; to be copied to every machine (a reference table) together with the first tables that are distributed by post, because statements that change local tables cannot join a copy',
  },
  user_count: {
    state: 'local',
    why: 'next to its member',
  },
  user_count_delta: {
    state: 'local',
    why: 'next to its counter',
  },
  hidden_star: {
    state: 'local',
    why: 'few rows: deleted accounts with very many followers, for 30 days',
  },
  user_follow: {
    state: 'distributed',
    key: 'follower_uid',
    why: 'every page needs whom the viewer follows; few pages list followers',
  },
  user_block: {
    state: 'local',
    why: 'every request reads whom its own member hides',
  },
  tag_follow: {
    state: 'local',
    why: 'every page of the followed list reads the tags of its member',
  },
  notification: {
    state: 'local',
    why: 'read, counted and marked only by its member',
  },
  notify_pref: {
    state: 'local',
    why: 'next to the notifications it filters',
  },
  digest_preference: {
    state: 'local',
    why: 'one row per member who gets a digest',
  },
  daily_exp: {
    state: 'distributed',
    key: 'uid',
    why: 'one row per member and day with a gift',
  },
  user_task: {
    state: 'local',
    why: 'at most three rows per member; grows with members, not with days',
  },
  energy_account: {
    state: 'local',
    why: 'the balance is locked with its member',
  },
  energy_transfer: {
    state: 'distributed',
    key: 'to_account',
    why: 'a cause must be unique over all time',
  },
  energy_entry: {
    state: 'distributed',
    key: 'account_id',
    why: 'a member reads the entries of one account, numbered without a gap',
  },
  energy_entry_archive: {
    state: 'distributed',
    key: 'account_id',
    why: 'a member reads them as the end of the list of entries',
  },
  energy_opening: {
    state: 'distributed',
    key: 'uid',
    why: 'next to the archived entries that it sums up',
  },
  folder: {
    state: 'local',
    why: 'opened by its member and by visitors of that member',
  },
  folder_item: {
    state: 'distributed',
    key: 'uid',
    why: 'next to its folder',
  },
  series: {
    state: 'local',
    why: 'opened by its author and by visitors of that author',
  },
  series_post: {
    state: 'local',
    why: 'next to its series',
  },
  upload: {
    state: 'local',
    why: 'read by its uploader',
  },
  upload_use: {
    state: 'local',
    why: 'next to its upload',
  },
  user_export: {
    state: 'local',
    why: 'at most one per member',
  },
  profile_change: {
    state: 'local',
    why: 'at most one open change per member',
  },
};
