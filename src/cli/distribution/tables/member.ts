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
      'claim tables for the unique address and the owner, as `username_claim` for names; the triggers that end sessions, keep bans and record changes of names, posts and members become code',
  },
  member_card: {
    state: 'local',
    why: 'joined by every list; to be copied to every machine (a reference table) together with the first tables that are distributed by post, because statements that change local tables cannot join a copy',
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
    before: 'the second statement of `user_count`',
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
      'read the page first, then look up its content with one statement per kind; store on the notification whether a day still has likes; a purge deletes those that the member caused on every machine; delete old rows shard by shard',
  },
  notify_pref: {
    state: 'later',
    key: 'uid',
    why: 'next to the notifications it filters',
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
      'a statement adds a day’s exp and locks the member, so it moves with `users`; then nothing reads it across machines',
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
    before: 'each account with its entry is one statement, in uid order (see `energy_transfer`)',
  },
  energy_transfer: {
    state: 'later',
    key: 'cause',
    why: 'a cause must be unique over all time',
    before:
      'primary key (cause), the id without a key of its own; the transfer, then each account in uid order as one statement each, with the cause in the entry: on one server that makes a gift slower, so only a distributed site should do it; the single statement deadlocked there under load',
  },
  energy_entry: {
    state: 'later',
    key: 'account_id',
    why: 'a member reads the entries of one account, numbered without a gap',
    before:
      'inserted with values after the accounts are locked, which is one more round trip under the lock of a popular author; a list reads the page first, then its transfers; without the foreign key',
  },
  energy_entry_archive: {
    state: 'later',
    key: 'account_id',
    why: 'a member reads them as the end of the list of entries',
    before: 'as `energy_entry`; without the foreign key',
  },
  energy_opening: {
    state: 'later',
    key: 'uid',
    why: 'next to the archived entries that it sums up',
  },
  folder: {
    state: 'later',
    key: 'uid',
    why: 'opened by its member and by visitors of that member',
    before: 'an address without the uid asks every machine for it',
  },
  folder_item: {
    state: 'later',
    key: 'uid',
    why: 'next to its folder',
    before:
      'the statement that saves a post also writes the post’s favorites; without that it would be two on one machine',
  },
  series: {
    state: 'later',
    key: 'author_uid',
    why: 'opened by its author and by visitors of that author',
    before:
      'the version check of a post’s page asks for its series by id alone; an address without the uid asks every machine',
  },
  series_post: {
    state: 'later',
    key: 'author_uid',
    why: 'next to its series',
    before: 'the version check of a post’s page asks for the post alone',
  },
  upload: {
    state: 'later',
    key: 'uid',
    why: 'read by its uploader',
    before:
      'a comment stores its image’s size; a request for an image asks by the uid in its key, and older keys by a claim',
  },
  upload_use: {
    state: 'later',
    key: 'uid',
    why: 'next to its upload',
    before:
      'a post or comment that is deleted names its author, and every upload is read before the post that shows it',
  },
  user_export: {
    state: 'later',
    key: 'uid',
    why: 'at most one per member',
  },
  profile_change: {
    state: 'later',
    key: 'uid',
    why: 'at most one open change per member',
    before: 'the queue of the staff reads each machine, and finds the uid of an id there',
  },
};
