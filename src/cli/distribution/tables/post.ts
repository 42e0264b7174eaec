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
    before:
      'due posts are listed, then locked shard by shard; the size of the author’s texts changes in a statement of its own',
  },
  foreign_picture: {
    state: 'later',
    key: 'post_id',
    why: 'at most fifty rows per post, read only while its author pastes',
    before: 'the sweep of uploads deletes its row by `upload_id` on every machine',
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
    before: 'the author’s exp is read by a statement of its own (`listDue`)',
  },
  published_edit: {
    state: 'later',
    key: 'post_id',
    why: 'next to the versions it compares',
    before: 'the trigger that drops cached pages becomes code',
  },
  post: {
    state: 'later',
    key: 'id',
    why: 'a page is one post with its children',
    before:
      'a row by author for the one pinned post; lists of all posts (newest, hot, by language, for review, related) read a page from every shard and merge it; lists of an author or of followed ones (space, studio, bin, drafts, feed, digest) need a table keyed by author; tags on every machine',
  },
  post_count: {
    state: 'later',
    key: 'post_id',
    why: 'next to its post',
    before:
      'counters before a change are computed from those after it (`addChange`); several favorites removed at once, and comments of a deleted account, change counters shard by shard',
  },
  post_count_delta: {
    state: 'later',
    key: 'post_id',
    why: 'next to its counter',
  },
  post_reaction: {
    state: 'later',
    key: 'post_id',
    why: 'a toggle is counted on its post',
    before: 'moves with `post_count`',
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
    before:
      '`author_read_day` changes in a statement of its own; each machine truncates its shards (`forget_reads`)',
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
    why: 'computed from the post’s days, shard by shard',
    before: 'the hottest posts are read from every shard and merged',
  },
  post_related: {
    state: 'later',
    key: 'post_id',
    why: 'read with its post',
    before:
      'a second copy keyed by related_id, for the links in the other direction; links to hidden posts are deleted shard by shard',
  },
  post_tag: {
    state: 'later',
    key: 'post_id',
    why: 'changes with its post; a page of a tag shows posts of every shard in any case',
    before:
      'a page of a tag asks every shard and merges their newest; the newest posts of the tags of a post (`listSharingTags`) are a statement per tag',
  },
  post_change: {
    state: 'later',
    key: 'post_id',
    why: 'written with the change of its post',
    before: 'changes are taken shard by shard, with the lock on the post on one machine',
  },
  comment: {
    state: 'later',
    key: 'post_id',
    why: 'read and counted with its post',
    before:
      'the staff, webhooks, images and addresses without the post find the post of a number first, on all machines; so do the search of the staff, the export and the purge of an author',
  },
  hidden_reply: {
    state: 'later',
    key: 'post_id',
    why: 'next to its comment',
    before: 'a deleted account hides its comments post by post',
  },
  comment_mention: {
    state: 'later',
    key: 'post_id',
    why: 'next to its comment',
    before: 'moves with `comment`',
  },
  comment_like: {
    state: 'later',
    key: 'post_id',
    why: 'a like is counted on its comment',
    before: 'moves with `comment`',
  },
  comment_count: {
    state: 'later',
    key: 'post_id',
    why: 'next to its comment; the hottest of a post are read together',
    before: 'moves with `comment`; the trigger that counts roots becomes code',
  },
  comment_day: {
    state: 'later',
    key: 'post_id',
    why: 'written under the lock of the comment’s counter',
    before: 'a second table by author and day, as for `post_day`',
  },
  comment_hold: {
    state: 'later',
    key: 'post_id',
    why: 'next to its comment; few are held at a time',
    before: 'the queue of the staff asks every shard',
  },
  comment_revision: {
    state: 'later',
    key: 'post_id',
    why: 'next to its comment',
    before: 'each machine deletes its own old texts',
  },
  post_favorite: {
    state: 'later',
    key: 'post_id',
    why: 'counted on its post',
    before:
      'the statement that saves a post also writes `folder_item`, on the machine of the member',
  },
  post_energize: {
    state: 'later',
    key: 'post_id',
    why: 'counted on its post',
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
