import type { ShardKey } from './shard-key.ts';

/** A post's rows are distributed by the post's id, so that one page reads one machine. */
export const POST_SHARD_KEYS: Record<string, ShardKey> = {
  post_revision: {
    state: 'distributed',
    key: 'post_id',
    why: 'every save in full: more bytes than everything else that people write',
  },
  revision_thinning: {
    state: 'later',
    key: 'post_id',
    why: 'next to its versions',
    before: 'each machine deletes its own old versions',
  },
  post: {
    state: 'later',
    key: 'id',
    why: 'a page is one post with its children',
    before:
      'the narrow copy of authors (see `users`); a table keyed by author for an author’s lists',
  },
  post_count: {
    state: 'later',
    key: 'post_id',
    why: 'next to its post',
    before: 'batch toggles per shard, so that their locks are on one machine',
  },
  post_count_delta: {
    state: 'later',
    key: 'post_id',
    why: 'next to its counter',
    before: 'primary key (post_id, id)',
  },
  post_reaction: {
    state: 'later',
    key: 'post_id',
    why: 'a toggle is counted on its post',
    before: 'read the member’s status from the narrow copy, or in a statement before',
  },
  post_day: {
    state: 'later',
    key: 'post_id',
    why: 'written under the lock of the post’s counter',
    before: 'a second table by author and day, written when deltas are flushed',
  },
  post_hot_score: {
    state: 'later',
    key: 'post_id',
    why: 'computed from the post’s days',
  },
  comment: {
    state: 'later',
    key: 'post_id',
    why: 'read and counted with its post',
    before:
      'every URL and statement carries the post; primary key (post_id, id); staff search queries each shard',
  },
  hidden_reply: {
    state: 'later',
    key: 'post_id',
    why: 'next to its comment',
    before: 'a post_id column',
  },
  comment_mention: {
    state: 'later',
    key: 'post_id',
    why: 'next to its comment',
    before: 'a post_id column',
  },
  post_favorite: {
    state: 'later',
    key: 'post_id',
    why: 'counted on its post',
    before: 'the second statement of `folder_item`',
  },
  post_energize: {
    state: 'later',
    key: 'post_id',
    why: 'counted on its post',
    before: 'primary key (post_id, id)',
  },
  post_energize_total: {
    state: 'later',
    key: 'post_id',
    why: 'the cap is per member and post',
  },
};
