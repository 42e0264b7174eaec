import type { ShardKey } from './shard-key.ts';

/** Rows of a member are distributed by uid, so that all of them are on one node. */
export const MEMBER_SHARD_KEYS: Record<string, ShardKey> = {
  user_checkin: {
    state: 'distributed',
    key: 'uid',
    why: 'one row per member and day, written once and read by its member only; each shard keeps the monthly partitions',
    crossing: '`integrity` compares all rows with the awards',
  },
  exp_entry: {
    state: 'distributed',
    key: 'uid',
    why: 'one row per award, never deleted, read by its member only',
    crossing:
      '`levels` writes it and the sum on `users` in one statement, which runs in three steps: coordinator, shard, coordinator; `integrity`',
  },
  author_text: {
    state: 'later',
    key: 'uid',
    why: 'one row per author, updated by each of their saves',
    crossing: '`posts` thins the revisions of many authors in one statement; `integrity`',
    before:
      'it moves together with `users`; the posts of one author are on many nodes, so the save must update the sum',
  },
  users: {
    state: 'later',
    key: 'uid',
    why: 'every request reads its own member',
    crossing:
      'look-ups by e-mail address (`users`), by name (`profiles`, `comments`) and of the staff; every list of posts or comments, which joins its authors and leaves out deleted ones',
    before:
      'e-mail address, name and the single owner are unique, but a distributed table can enforce only constraints that contain its distribution column: each needs a table of claims, like `username_claim`. The columns of an author that lists show (name, picture, level, deleted or not) must be a small reference table. The trigger that ends sessions reads a transaction setting, which Citus does not propagate: its work must move into the action',
  },
  user_count: {
    state: 'later',
    key: 'uid',
    why: 'with the member it counts',
    crossing: '`users` updates the counters of two members in the statement of one follow',
    before:
      'a follow inserts two deltas, each routed by its own uid, and the worker flushes both; the statement itself updates no counter',
  },
  user_count_delta: {
    state: 'later',
    key: 'uid',
    why: 'with its counter',
    crossing: '`users` looks on every shard for members with unflushed deltas',
    before: 'the primary key becomes (uid, id)',
  },
  hidden_star: {
    state: 'local',
    why: 'rarely has a row: deleted accounts with very many followers, for the month in which they can be restored',
  },
  user_follow: {
    state: 'later',
    key: 'follower_uid',
    why: 'every page needs the members that the viewer follows, for buttons and the feed; the list of followers is opened rarely',
    crossing:
      '`follows` reads a page of followers from every shard; `posts` joins follows to posts, which have another distribution column',
    before:
      'the feed becomes two steps: the authors, then their newest posts from a table distributed by author; or a second copy of the row by followed_uid',
  },
  session: {
    state: 'later',
    key: 'uid',
    why: 'with its member: every request reads both',
    crossing: '`accounts` finds a session by its id alone; so does the sweep of old sessions',
    before:
      'the token contains the uid, so that every statement has it; the primary key becomes (uid, id)',
  },
  restore_token: {
    state: 'later',
    key: 'uid',
    why: 'with the member it restores',
    crossing: '`accounts` finds it by the token alone',
    before: 'the token contains the uid',
  },
  security_event: {
    state: 'later',
    key: 'uid',
    why: 'read by its member and by staff who investigate',
    before: 'the primary key becomes (uid, id)',
  },
  notification: {
    state: 'later',
    key: 'uid',
    why: 'read, counted and marked by its member only',
    crossing:
      '`messages` joins days, likes, comments and people, which have other distribution columns; `notifications` deletes read rows of many members; a purge searches by actor',
    before:
      'a page of notifications is read first, and one statement for each kind then reads the related rows; the flush writes onto the notification whether its day still has likes; the sweep runs shard by shard',
  },
  notify_pref: {
    state: 'later',
    key: 'uid',
    why: 'with the notifications it filters',
    crossing:
      '`notifications` sets uid to its old value in an upsert, which Citus rejects for a distribution column',
    before: 'the update leaves uid out',
  },
  daily_exp: {
    state: 'later',
    key: 'uid',
    why: 'one row per member and day on which they energized',
    crossing:
      '`levels` reads the day under the lock of the member’s row, which is on the coordinator',
    before:
      'a commit becomes visible on one node before the other, so the next lock owner may read the old day and report too much exp. The row must store itself how much was added last',
  },
  user_task: {
    state: 'later',
    key: 'uid',
    why: 'at most three rows per member; it grows with members, not with days',
  },
  energy_account: {
    state: 'later',
    key: 'uid',
    why: 'the balance is locked with its member',
    crossing: '`energy` locks two members on possibly two nodes, and many in an adjustment',
    before: 'accounts are locked one after the other in uid order, one statement each',
  },
  energy_transfer: {
    state: 'later',
    key: 'cause',
    why: 'the cause must be unique over all time, so it must be the distribution column',
    crossing:
      '`energy` writes the transfer, both balances and both entries in one statement; `energy` and `administration` look up transfers by id; `integrity` joins all of them',
    before:
      'a trial with the current statement worked, but logged deadlocks under concurrency. It must become one short statement per node, in a fixed order',
  },
  energy_entry: {
    state: 'later',
    key: 'account_id',
    why: 'read per account, newest first, with gapless numbers',
    crossing: 'its two sides belong to two accounts; its transfer has another distribution column',
    before:
      'half of all entries belong to the mint, one account and so one shard. The transfers already contain the site’s side, so those entries must no longer be written',
  },
  folder: {
    state: 'later',
    key: 'uid',
    why: 'opened by its member and by visitors of the profile',
    crossing: '`favorites` finds it by its id alone',
    before: 'the address of a folder contains the uid; the primary key becomes (uid, id)',
  },
  folder_item: {
    state: 'later',
    key: 'uid',
    why: 'with its folder',
    crossing:
      '`favorites` writes it, the folder and the counter of the post, which is distributed by post',
    before: 'it gets a uid column; the counter of the post becomes a second statement',
  },
  upload: {
    state: 'later',
    key: 'uid',
    why: 'read by its uploader',
    crossing: '`comments` joins it by key for the size of a picture; the sweep reads all rows',
    before:
      'a comment stores the size of its picture; the key begins with the uid, which also makes it unique',
  },
  upload_use: {
    state: 'later',
    key: 'uid',
    why: 'with its upload',
    crossing:
      '`uploads` deletes by post, comment or profile alone; `reading` joins the post, comment or profile that shows a picture',
    before:
      'it gets a column for the uid of the upload; the triggers that set `live` move into the actions that change a text',
  },
  user_export: {
    state: 'later',
    key: 'uid',
    why: 'at most one per member',
    crossing: '`exports` finds it by the key of its file alone',
    before: 'the key of the file begins with the uid',
  },
  profile_change: {
    state: 'later',
    key: 'uid',
    why: 'at most one open change per member',
    crossing: '`profiles` lists and closes changes for staff by id',
    before: 'the primary key becomes (uid, id)',
  },
};
