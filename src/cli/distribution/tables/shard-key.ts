/**
 * How a table is stored in a cluster. `lamplight db distribute` distributes `distributed` tables today. `later` tables have a
 * key, but some of their statements do not carry it yet. `local` tables stay on the coordinator.
 */
export type ShardKey = {
  state: 'distributed' | 'later' | 'local';
  /** The distribution column. */
  key?: string;
  why: string;
  /** What has to change before the table can be distributed. */
  before?: string;
};
