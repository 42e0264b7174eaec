import type { ShardKey } from './shard-key.ts';

/** What belongs to a member goes by their uid, so that all of it is on one machine. */
export const MEMBER_SHARD_KEYS: Record<string, ShardKey> = {
  user_checkin: {
    state: 'spread',
    key: 'uid',
    why: 'a row for every member and day, written once and asked for by nobody else; its months stay parts of each shard',
    crossing: '`integrity` compares all of them with what they earned',
  },
  exp_entry: {
    state: 'spread',
    key: 'uid',
    why: 'a row for every gain, never deleted, read by its member only',
    crossing:
      '`levels` insertExp writes it and the sum on `users` in one statement: it runs in three steps, coordinator, shard, coordinator; `integrity`',
  },
  author_text: {
    state: 'later',
    key: 'uid',
    why: 'a row for every author, written by each of their saves',
    crossing: '`posts` thinRevisions sums what it deletes of many authors; `integrity`',
    before:
      'it goes with `users`; the posts of one author are on many machines, so the sum is kept by the save',
  },
  users: {
    state: 'later',
    key: 'uid',
    why: 'every request looks at its own member',
    crossing:
      'by address (`users` selectByEmail), by name (`profiles` searchCards, `comments` findPeople), the few of the staff; and every list of posts or comments, which joins its authors and leaves out the deleted ones',
    before:
      'the address, the name and the one owner are unique, which a shard can only promise of its key: each needs a table of claims, as names have one in `username_claim`. What a list shows of an author (name, picture, level, whether deleted) has to be a narrow table that is copied to every machine. The trigger that ends sessions reads a setting of the transaction, which does not travel: its work has to move into the action',
  },
  user_count: {
    state: 'later',
    key: 'uid',
    why: 'beside the member it counts',
    crossing:
      '`users` countingFollows moves the counters of two members in the statement of the press',
    before:
      'a press writes two deltas, each routed by its own uid, and the worker folds both; no counter is taken in the statement itself',
  },
  user_count_delta: {
    state: 'later',
    key: 'uid',
    why: 'beside the counter it waits for',
    crossing: '`users` listUnfolded asks everywhere who has some waiting',
    before: 'its primary key becomes (uid, id)',
  },
  hidden_star: {
    state: 'whole',
    why: 'hardly ever a row: accounts with very many followers, for the month in which they can be restored',
  },
  user_follow: {
    state: 'later',
    key: 'follower_uid',
    why: 'whom one follows decides a button and a feed on every page; who follows one is a list that is opened now and then',
    crossing:
      '`follows` selectList of followers asks every shard for a page; `posts` listFollowed joins it to posts, which go by another key',
    before:
      'the feed becomes two steps: the authors, then their newest posts by a table that goes by author; or a second copy of the row by followed_uid',
  },
  session: {
    state: 'later',
    key: 'uid',
    why: 'beside the member it logs in: both are read at once on every request',
    crossing:
      '`accounts` findSessionWithUser and everything after it know the session by its id alone; the sweep of old ones',
    before:
      'the token says whose it is, so that the uid is in every statement; the primary key becomes (uid, id)',
  },
  restore_token: {
    state: 'later',
    key: 'uid',
    why: 'with the member who may come back',
    crossing: '`accounts` takeRestoreToken knows the token alone',
    before: 'the token says whose it is',
  },
  security_event: {
    state: 'later',
    key: 'uid',
    why: 'read by its member, and by who investigates them',
    before: 'its primary key becomes (uid, id)',
  },
  notification: {
    state: 'later',
    key: 'uid',
    why: 'read, counted and marked by its member only',
    crossing:
      '`messages` listMessages, countUnread and listUnread join days, likes, comments and people, which go by other keys; `notifications` deleteRead locks rows of many members; a purge looks for who caused a notice',
    before:
      'the page of notices is read first and what it shows is looked up after, a statement for each kind; whether a day still has likes is written onto the notice by who folds the counter; the sweep goes shard by shard',
  },
  notify_pref: {
    state: 'later',
    key: 'uid',
    why: 'with the notices it filters',
    crossing: '`notifications` upsertPrefs sets the uid to what it was, which is refused for a key',
    before: 'the update leaves the uid alone',
  },
  daily_exp: {
    state: 'later',
    key: 'uid',
    why: 'a row for every member and day on which they energized',
    crossing:
      '`levels` insertDailyExp reads what the day was under the lock of the member’s row, which is on the coordinator',
    before:
      'a commit is seen on the one machine a moment before the other, so whoever has the lock next may read the day as it was and be told of more exp than was added. The row has to say itself what was added last',
  },
  user_task: {
    state: 'later',
    key: 'uid',
    why: 'three rows a member at most, with what they earned; it grows with members, not with days',
  },
  energy_account: {
    state: 'later',
    key: 'uid',
    why: 'the balance is locked with its member',
    crossing:
      '`energy` insertTransfers locks two members who may be on two machines, and many in an adjustment',
    before:
      'accounts are locked one after the other, in the order of their uids; one statement for each',
  },
  energy_transfer: {
    state: 'later',
    key: 'cause',
    why: 'a cause must be unique over all time, so it is what decides',
    crossing:
      '`energy` insertTransfers writes the transfer, both balances and both entries in one statement; `energy` listEntries and `administration` look for transfers by their number; `integrity` joins all of it',
    before:
      'tried as it is, the statement ran, and with many at once the log had deadlocks. It has to become one short statement for each machine, in a fixed order',
  },
  energy_entry: {
    state: 'later',
    key: 'account_id',
    why: 'an account is read by its member, newest first, and its entries are numbered without a gap',
    crossing: 'its two sides are of two accounts; the transfer it belongs to goes by another key',
    before:
      'half of all entries are of the mint, which is one account and so would be one shard. The sides of the site are what the transfers already say, and are not to be written at all',
  },
  folder: {
    state: 'later',
    key: 'uid',
    why: 'opened by its member, and by who visits them',
    crossing: '`favorites` findReadableFolder and listItems know it by its id alone',
    before: 'the address of a folder says whose it is; the primary key becomes (uid, id)',
  },
  folder_item: {
    state: 'later',
    key: 'uid',
    why: 'beside its folder',
    crossing:
      '`favorites` insertItem and remove write it, the folder and what the post counts, which goes by the post',
    before:
      'it gets a column for whose it is; what a post counts is a second statement by the post',
  },
  upload: {
    state: 'later',
    key: 'uid',
    why: 'asked for by who uploaded it',
    crossing:
      '`comments` withPeople joins it by its key for the size of a picture; the sweep looks at all of them',
    before:
      'a comment keeps the size of its picture; the key begins with the uid, which also makes it unique',
  },
  upload_use: {
    state: 'later',
    key: 'uid',
    why: 'beside its upload',
    crossing:
      '`uploads` deleteUsesOf knows the holder alone; `reading` servedKeys looks at the post, the comment or the profile that shows a picture',
    before:
      'it gets a column for whose upload it is; the triggers that set `live` move into the actions that change a text',
  },
  user_export: {
    state: 'later',
    key: 'uid',
    why: 'one for each member, at most',
    crossing: '`exports` updateAlive and findWantedKeys know its file alone',
    before: 'the name of the file begins with the uid',
  },
  profile_change: {
    state: 'later',
    key: 'uid',
    why: 'one that is open for each member, at most',
    crossing:
      '`profiles` listOpenChanges and closeChange, which are the staff’s, know it by its id',
    before: 'its primary key becomes (uid, id)',
  },
};
