import { MEMBER_SHARD_KEYS } from './tables/member.ts';
import { POST_SHARD_KEYS } from './tables/post.ts';
import type { ShardKey } from './tables/shard-key.ts';
import { SITE_SHARD_KEYS } from './tables/site.ts';

/** Every table there is. A test asks the database whether one was forgotten. */
export const SHARD_KEYS: Record<string, ShardKey> = {
  ...MEMBER_SHARD_KEYS,
  ...POST_SHARD_KEYS,
  ...SITE_SHARD_KEYS,
};

export type DistributedTable = { table: string; key: string };

/** In the order in which they are spread: the first by a key is what the others by it lie beside. */
export const DISTRIBUTED_TABLES: DistributedTable[] = Object.entries(SHARD_KEYS).flatMap(
  ([table, { state, key }]) => (state === 'spread' && key ? [{ table, key }] : []),
);
