import type { ShardKey } from './shard-key.ts';

/** A post's rows are distributed by the post's id, so that one page reads one machine. */
export const POST_SHARD_KEYS: Record<string, ShardKey> = {
  post_revision: {
    state: 'distributed',
    key: 'post_id',
    why: 'every save in full: more bytes than everything else that people write',
  },
  revision_thinning: {
    state: 'local',
    why: 'next to its versions',
  },
  foreign_picture: {
    state: 'local',
    why: 'at most fifty rows per post, read only while its author pastes',
  },
  post_restore: {
    state: 'local',
    why: 'next to the post it restores',
  },
  post_schedule: {
    state: 'local',
    why: 'next to the post it publishes; each machine releases its own',
  },
  published_edit: {
    state: 'local',
    why: 'next to the versions it compares',
  },
  post: {
    state: 'local',
    why: 'a page is one post with its children',
  },
  post_count: {
    state: 'local',
    why: 'next to its post',
  },
  post_count_delta: {
    state: 'local',
    why: 'next to its counter',
  },
  post_reaction: {
    state: 'distributed',
    key: 'post_id',
    why: 'a toggle is counted on its post',
  },
  post_day: {
    state: 'distributed',
    key: 'author_uid',
    why: 'written under the lock of the post’s counter',
  },
  post_read_even: {
    state: 'local',
    why: 'visitors are counted on their post',
  },
  post_read_odd: {
    state: 'local',
    why: 'the same on every other day',
  },
  post_read_day: {
    state: 'local',
    why: 'counted with the visitors of the post',
  },
  post_read_count: {
    state: 'local',
    why: 'the sum of the post’s days',
  },
  post_read_source: {
    state: 'local',
    why: 'counted with the visitors of the post',
  },
  post_read_depth: {
    state: 'local',
    why: 'counted with the visitors of the post',
  },
  post_hot_score: {
    state: 'local',
    why: 'computed from the post’s days, shard by shard',
  },
  post_related: {
    state: 'local',
    why: 'read with its post',
  },
  post_tag: {
    state: 'local',
    why: 'changes with its post; a page of a tag shows posts of every shard in any case',
  },
  post_change: {
    state: 'local',
    why: 'written with the change of its post',
  },
  comment: {
    state: 'distributed',
    key: 'post_id',
    why: 'read and counted with its post',
  },
  hidden_reply: {
    state: 'distributed',
    key: 'post_id',
    why: 'next to its comment',
  },
  comment_mention: {
    state: 'distributed',
    key: 'post_id',
    why: 'next to its comment',
  },
  comment_like: {
    state: 'distributed',
    key: 'post_id',
    why: 'a like is counted on its comment',
  },
  comment_count: {
    state: 'distributed',
    key: 'post_id',
    why: 'next to its comment; the hottest of a post are read together',
  },
  comment_day: {
    state: 'distributed',
    key: 'author_uid',
    why: 'written under the lock of the comment’s counter',
  },
  comment_hold: {
    state: 'distributed',
    key: 'post_id',
    why: 'next to its comment; few are held at a time',
  },
  comment_revision: {
    state: 'distributed',
    key: 'post_id',
    why: 'next to its comment',
  },
  post_favorite: {
    state: 'distributed',
    key: 'post_id',
    why: 'counted on its post',
  },
  post_energize: {
    state: 'distributed',
    key: 'post_id',
    why: 'counted on its post',
  },
  post_energize_total: {
    state: 'distributed',
    key: 'post_id',
    why: 'the cap is per member and post',
  },
  post_search: {
    state: 'local',
    why: 'next to its post; a site of this size hands search to another engine (docs/scale.md)',
  },
};
