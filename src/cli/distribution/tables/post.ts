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
  foreign_picture: {
    state: 'later',
    key: 'post_id',
    why: 'at most fifty rows per post, read only while its author pastes',
    before: 'the sweep of uploads deletes its row by `upload_id` in a statement of its own',
  },
  post_restore: {
    state: 'later',
    key: 'post_id',
    why: 'next to the post it restores',
  },
  post_schedule: {
    state: 'later',
    key: 'post_id',
    why: 'next to the post it publishes; each machine releases its own',
  },
  published_edit: {
    state: 'later',
    key: 'post_id',
    why: 'next to the versions it compares',
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
  post_read_even: {
    state: 'later',
    key: 'post_id',
    why: 'visitors are counted on their post',
    before: 'count the reads of each shard in a statement of its own',
  },
  post_read_odd: {
    state: 'later',
    key: 'post_id',
    why: 'the same on every other day',
  },
  post_read_day: {
    state: 'later',
    key: 'post_id',
    why: 'counted with the visitors of the post',
  },
  post_read_count: {
    state: 'later',
    key: 'post_id',
    why: 'the sum of the post’s days',
  },
  post_read_source: {
    state: 'later',
    key: 'post_id',
    why: 'counted with the visitors of the post',
  },
  post_read_depth: {
    state: 'later',
    key: 'post_id',
    why: 'counted with the visitors of the post',
  },
  post_hot_score: {
    state: 'later',
    key: 'post_id',
    why: 'computed from the post’s days',
  },
  post_related: {
    state: 'later',
    key: 'post_id',
    why: 'read with its post',
    before: 'a second copy keyed by related_id, for the links in the other direction',
  },
  post_tag: {
    state: 'later',
    key: 'tag_id',
    why: 'a page of a tag reads one range of its index',
    before: 'a second copy keyed by post for its changes; primary key (tag_id, post_id)',
  },
  post_change: {
    state: 'later',
    key: 'post_id',
    why: 'next to the post whose trigger writes it',
    before: 'primary key (post_id, id); each machine processes its own',
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
  comment_like: {
    state: 'later',
    key: 'post_id',
    why: 'a like is counted on its comment',
    before: 'a post_id column',
  },
  comment_count: {
    state: 'later',
    key: 'post_id',
    why: 'next to its comment; the hottest of a post are read together',
    before: 'primary key (post_id, comment_id)',
  },
  comment_day: {
    state: 'later',
    key: 'post_id',
    why: 'written under the lock of the comment’s counter',
    before: 'a post_id column; a second table by author and day, as for `post_day`',
  },
  comment_hold: {
    state: 'later',
    key: 'post_id',
    why: 'next to its comment; few are held at a time',
    before: 'primary key (post_id, comment_id)',
  },
  comment_revision: {
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
  post_search: {
    state: 'later',
    key: 'post_id',
    why: 'next to its post; a site of this size hands search to another engine (docs/scale.md)',
    before: 'a search asks every shard and merges their newest matches',
  },
};
