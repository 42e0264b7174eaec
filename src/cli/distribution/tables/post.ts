import type { ShardKey } from './shard-key.ts';

/**
 * What is added to a post is distributed by the post's id. The posts themselves are few, and stay on the coordinator with their
 * counters: a list reads one machine.
 */
export const POST_SHARD_KEYS: Record<string, ShardKey> = {
  post_revision: {
    state: 'distributed',
    key: 'post_id',
    why: 'every save in full',
  },
  post_reaction: {
    state: 'distributed',
    key: 'post_id',
    why: 'more rows than any other table; a page reads one of them',
  },
  comment: {
    state: 'distributed',
    key: 'post_id',
    why: 'read and counted with its post',
  },
  hidden_reply: { state: 'distributed', key: 'post_id', why: 'next to its comment' },
  comment_mention: { state: 'distributed', key: 'post_id', why: 'next to its comment' },
  comment_like: { state: 'distributed', key: 'post_id', why: 'next to its comment' },
  comment_count: { state: 'distributed', key: 'post_id', why: 'next to its comment' },
  comment_hold: { state: 'distributed', key: 'post_id', why: 'next to its comment' },
  comment_revision: { state: 'distributed', key: 'post_id', why: 'next to its comment' },
  post_favorite: {
    state: 'distributed',
    key: 'post_id',
    why: 'whether a reader saved the post, next to their reaction',
  },
  post_energize: { state: 'distributed', key: 'post_id', why: 'the gifts to a post' },
  post_energize_total: {
    state: 'distributed',
    key: 'post_id',
    why: 'the cap is per member and post',
  },
  post_read_day: { state: 'distributed', key: 'post_id', why: 'the reads of a post by day' },
  post_read_depth: { state: 'distributed', key: 'post_id', why: 'as `post_read_day`' },
  post_read_source: { state: 'distributed', key: 'post_id', why: 'as `post_read_day`' },
  post_search: {
    state: 'distributed',
    key: 'post_id',
    why: 'more bytes than the post; a search asks every shard and merges the newest',
  },

  post: { state: 'local', why: 'a row per post; every list reads some of all' },
  post_count: { state: 'local', why: 'a narrow row per post, read with it' },
  post_count_delta: { state: 'local', why: 'emptied every second' },
  post_tag: {
    state: 'local',
    why: 'some narrow rows per post, in the order of the lists of a tag',
  },
  post_hot_score: { state: 'local', why: 'a narrow row per post of the last days' },
  post_related: { state: 'local', why: 'some narrow rows per post' },
  post_schedule: { state: 'local', why: 'emptied when posts are published' },
  post_change: { state: 'local', why: 'emptied every second' },
  post_restore: { state: 'local', why: 'seldom' },
  published_edit: { state: 'local', why: 'a narrow row per edit of a public post' },
  revision_thinning: { state: 'local', why: 'a narrow row per post with recent versions' },
  foreign_picture: { state: 'local', why: 'for as long as its author pastes' },
  post_read_even: { state: 'local', why: 'emptied every other day' },
  post_read_odd: { state: 'local', why: 'emptied every other day' },
  post_read_count: { state: 'local', why: 'a narrow row per post' },
};
