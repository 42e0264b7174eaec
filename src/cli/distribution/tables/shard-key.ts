/**
 * How a table is stored in a cluster. `lamplight db distribute` distributes `spread` tables today. `later` tables have a
 * key, but some of their statements do not carry it yet. `whole` tables stay on the coordinator.
 */
export type ShardKey = {
  state: 'spread' | 'later' | 'whole';
  /** The distribution column. */
  key?: string;
  why: string;
  /** What has to change before the table can be distributed. */
  before?: string;
};
