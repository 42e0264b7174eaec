import { MEMBER_SHARD_KEYS } from './tables/member.ts';
import { POST_SHARD_KEYS } from './tables/post.ts';
import type { ShardKey } from './tables/shard-key.ts';
import { SIGN_IN_SHARD_KEYS } from './tables/sign-in.ts';
import { SITE_SHARD_KEYS } from './tables/site.ts';

/** Every table. A test compares this list with the database. */
export const SHARD_KEYS: Record<string, ShardKey> = {
  ...MEMBER_SHARD_KEYS,
  ...SIGN_IN_SHARD_KEYS,
  ...POST_SHARD_KEYS,
  ...SITE_SHARD_KEYS,
};

export type DistributedTable = { table: string; key: string };

/** In the order of distribution: later tables are colocated with the first one that has the same key. */
export const DISTRIBUTED_TABLES: DistributedTable[] = Object.entries(SHARD_KEYS).flatMap(
  ([table, { state, key }]) => (state === 'distributed' && key ? [{ table, key }] : []),
);
