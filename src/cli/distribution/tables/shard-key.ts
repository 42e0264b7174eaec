/**
 * How a table is stored in a Citus cluster. `lamplight db distribute` distributes the `distributed` ones. `later` tables
 * have a distribution column, but some of their statements do not contain it yet. `local` ones stay on the coordinator.
 */
export type ShardKey = {
  state: 'distributed' | 'later' | 'local';
  /** The distribution column. */
  key?: string;
  why: string;
  /** Statements that need more than one shard, by domain. */
  crossing?: string;
  /** The changes needed before it can be distributed. */
  before?: string;
};
