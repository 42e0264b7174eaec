import type { ShardKey } from './shard-key.ts';

/** Rows of a post are distributed by its id, so that one page needs one node. */
export const POST_SHARD_KEYS: Record<string, ShardKey> = {
  post_revision: {
    state: 'distributed',
    key: 'post_id',
    why: 'every save with its whole text: more bytes than all other content together; read by post and version',
    crossing:
      '`posts` deletes the revisions of many posts in a purge; a version is read under the lock of its post on the coordinator, so approving an edit within the millisecond of its save may fail; `integrity` compares all rows with their posts',
  },
  revision_thinning: {
    state: 'later',
    key: 'post_id',
    why: 'with the revisions',
    crossing: '`posts` looks on every shard for posts that are due',
    before: 'each node thins its own revisions',
  },
  post: {
    state: 'later',
    key: 'id',
    why: 'a page is one post with its related rows',
    crossing:
      '`posts` reads a page of the newest, queued or filtered posts from every shard and merges; also for the posts of one author; each list joins the authors',
    before:
      'the reference table of authors (see `users`); the lists of one author come from a table distributed by author',
  },
  post_count: {
    state: 'later',
    key: 'post_id',
    why: 'with its post',
    crossing: '`posts` locks the counters of many posts in one statement, skipping locked ones',
    before: 'batched toggles are grouped by shard, so that their locks are on one node',
  },
  post_count_delta: {
    state: 'later',
    key: 'post_id',
    why: 'with its counter',
    crossing: '`posts` looks on every shard for posts with unflushed deltas',
    before: 'the primary key becomes (post_id, id)',
  },
  post_reaction: {
    state: 'later',
    key: 'post_id',
    why: 'a toggle is counted on the post, and one reader toggles on many posts',
    crossing:
      '`reactions` checks the readers’ status in `users` under a lock; an export and a purge read a member’s reactions from every shard',
    before: 'the status comes from the reference table of authors, or from a statement before',
  },
  post_day: {
    state: 'later',
    key: 'post_id',
    why: 'written under the lock of the post’s counter',
    crossing: '`posts` and `messages` read the days of an author',
    before: 'a second table by author and day, which the flush writes',
  },
  post_heat: {
    state: 'later',
    key: 'post_id',
    why: 'computed from the days of the post',
    crossing: '`posts` reads a page of the hottest posts from every shard and merges',
  },
  comment: {
    state: 'later',
    key: 'post_id',
    why: 'a discussion is read and counted with its post',
    crossing:
      '`comments` finds comments and replies by id alone, joins people and pictures, and searches all rows',
    before:
      'every address and statement contains the post; the primary key becomes (post_id, id); the staff’s search queries each shard',
  },
  hidden_reply: {
    state: 'later',
    key: 'post_id',
    why: 'with its comment',
    crossing: '`comments` deletes those of a member when the account is restored',
    before: 'it gets a post_id column',
  },
  comment_mention: {
    state: 'later',
    key: 'post_id',
    why: 'with its comment',
    crossing: 'a purge in `comments` reads those of a member',
    before: 'it gets a post_id column',
  },
  post_favorite: {
    state: 'later',
    key: 'post_id',
    why: 'counted on the post',
    crossing:
      'written in one statement with the folder, which is distributed by uid; an export and a purge read those of a member',
    before: 'the two statements of `folder_item`',
  },
  post_energize: {
    state: 'later',
    key: 'post_id',
    why: 'counted on the post',
    crossing: 'an export reads those of a member; `integrity` compares it with the ledger',
    before: 'the primary key becomes (post_id, id)',
  },
  post_energize_total: {
    state: 'later',
    key: 'post_id',
    why: 'the cap is per member and post',
    crossing: 'the purge of a member; `integrity`',
  },
};
