/**
 * Where the rows of a table are in a cluster. `spread` is what `lamplight db distribute` does today. `later` tables have a
 * key, but some of their statements do not carry it yet. `whole` ones stay on the coordinator for good.
 */
export type ShardKey = {
  state: 'spread' | 'later' | 'whole';
  /** The column that decides on which machine a row is. */
  key?: string;
  why: string;
  /** Statements that look past one key, by the store they are in. */
  crossing?: string;
  /** What has to change before it can be spread. */
  before?: string;
};
