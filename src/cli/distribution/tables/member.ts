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
    state: 'later',
    key: 'uid',
    why: 'a row per member and version of the terms, read only by its member',
    before: 'the versions copied to every machine, and the statement that accepts reads them there',
  },
  author_text: {
    state: 'later',
    key: 'uid',
    why: 'one row per author, written by every save',
    before: 'moves with `users`; each save maintains the sum',
  },
  author_read_day: {
    state: 'later',
    key: 'author_uid',
    why: 'one row per author and day with a read, read only by the author',
    before: 'written after the days of the posts, by a statement of its own',
  },
  studio_visit: {
    state: 'later',
    key: 'uid',
    why: 'one row per author, read and written only by the author',
  },
  users: {
    state: 'later',
    key: 'uid',
    why: 'every request reads its own member',
    before:
      'claim tables for the unique address and the owner, as `username_claim` for names; a narrow copy of authors (name, picture, level, deleted) on every machine; the triggers that end sessions and keep bans become code',
  },
  user_count: {
    state: 'later',
    key: 'uid',
    why: 'next to its member',
    before:
      'a follow writes two deltas, each routed by its uid, and the worker flushes both; the statement locks no counter',
  },
  user_count_delta: {
    state: 'later',
    key: 'uid',
    why: 'next to its counter',
    before: 'primary key (uid, id)',
  },
  hidden_star: {
    state: 'local',
    why: 'few rows: deleted accounts with very many followers, for 30 days',
  },
  user_follow: {
    state: 'later',
    key: 'follower_uid',
    why: 'every page needs whom the viewer follows; few pages list followers',
    before:
      'the feed reads the authors, then their newest posts from a table keyed by author; or a second copy keyed by followed_uid',
  },
  user_block: {
    state: 'later',
    key: 'uid',
    why: 'every request reads whom its own member hides',
    before:
      'a write asks whether its writer is blocked: one read on the machine of whoever may have blocked them; the purge of the other member goes to every machine',
  },
  tag_follow: {
    state: 'later',
    key: 'uid',
    why: 'every page of the followed list reads the tags of its member',
    before: 'the counter of the tag becomes a second statement',
  },
  notification: {
    state: 'later',
    key: 'uid',
    why: 'read, counted and marked only by its member',
    before:
      'read the page first, then look up its content with one statement per kind; store on the notification whether a day still has likes; delete old rows shard by shard',
  },
  notify_pref: {
    state: 'later',
    key: 'uid',
    why: 'next to the notifications it filters',
    before: 'the upsert must not set the uid',
  },
  digest_preference: {
    state: 'later',
    key: 'uid',
    why: 'one row per member who gets a digest',
    before:
      'each shard has its own due rows, so workers take a batch per shard; what is new is read as the feed is, and the mail is enqueued on the machine of the queue with its cause as the guard against doubles',
  },
  daily_exp: {
    state: 'later',
    key: 'uid',
    why: 'one row per member and day with a gift',
    before:
      'a commit becomes visible on one machine before the other, so the next transaction with the lock may read a stale day; the row must record what was added last',
  },
  user_task: {
    state: 'later',
    key: 'uid',
    why: 'at most three rows per member; grows with members, not with days',
  },
  energy_account: {
    state: 'later',
    key: 'uid',
    why: 'the balance is locked with its member',
    before: 'lock accounts one by one in uid order, one statement each',
  },
  energy_transfer: {
    state: 'later',
    key: 'cause',
    why: 'a cause must be unique over all time',
    before:
      'one short statement per machine in a fixed order; the single statement deadlocked under load',
  },
  energy_entry: {
    state: 'later',
    key: 'account_id',
    why: 'a member reads the entries of one account, numbered without a gap',
    before:
      'stop writing the site’s side of a transfer: it is half of all entries and would be one shard',
  },
  folder: {
    state: 'later',
    key: 'uid',
    why: 'opened by its member and by visitors of that member',
    before: 'the URL carries the uid; primary key (uid, id)',
  },
  folder_item: {
    state: 'later',
    key: 'uid',
    why: 'next to its folder',
    before: 'a uid column; the post’s counter becomes a second statement',
  },
  series: {
    state: 'later',
    key: 'author_uid',
    why: 'opened by its author and by visitors of that author',
    before: 'the URL carries the uid; primary key (author_uid, id)',
  },
  series_post: {
    state: 'later',
    key: 'author_uid',
    why: 'next to its series',
    before: 'a post stores its series, so that its page reads one machine before this one',
  },
  upload: {
    state: 'later',
    key: 'uid',
    why: 'read by its uploader',
    before: 'a comment stores its image’s size; the storage key starts with the uid',
  },
  upload_use: {
    state: 'later',
    key: 'uid',
    why: 'next to its upload',
    before: 'a uid column; the triggers that set `live` become code',
  },
  user_export: {
    state: 'later',
    key: 'uid',
    why: 'at most one per member',
    before: 'the file name starts with the uid',
  },
  profile_change: {
    state: 'later',
    key: 'uid',
    why: 'at most one open change per member',
    before: 'primary key (uid, id)',
  },
};
