import { MEMBER_SHARD_KEYS } from './tables/member.ts';
import { POST_SHARD_KEYS } from './tables/post.ts';
import type { ShardKey } from './tables/shard-key.ts';
import { SITE_SHARD_KEYS } from './tables/site.ts';

/** Every table. A test compares this list with the database. */
export const SHARD_KEYS: Record<string, ShardKey> = {
  ...MEMBER_SHARD_KEYS,
  ...POST_SHARD_KEYS,
  ...SITE_SHARD_KEYS,
};

/** Without a key: a reference table. */
export type DistributedTable = { table: string; key: string | undefined };

/** Reference tables first. Later tables are colocated with the first one of their kind. */
export const DISTRIBUTED_TABLES: DistributedTable[] = [
  ...listTables('reference'),
  ...listTables('distributed'),
];

function listTables(state: ShardKey['state']): DistributedTable[] {
  return Object.entries(SHARD_KEYS).flatMap(([table, { key, ...one }]) =>
    one.state === state ? [{ table, key }] : [],
  );
}
