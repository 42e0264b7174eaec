/**
 * How a table is stored in a cluster, as `lamplight db distribute` arranges it. Rows of `distributed` tables are on the shard of
 * their key; every machine has a copy of a `reference` table; `local` tables stay on the coordinator.
 */
export type ShardKey = {
  state: 'distributed' | 'reference' | 'local';
  /** The distribution column. */
  key?: string;
  why: string;
};
