/** The cluster's system identifier, the database's oid, and the timeline. */
type Identity = { system: string; database: number; timeline: number };

/** A WAL position of the primary. Everything acknowledged before `at` (`performance.now`) is before `position`. */
export type LogPosition = Identity & { at: number; position: number };

/** A replica's own report. */
export type ReplicaStatus = Identity & { standby: boolean; replayed: number };

export type ReplicaState =
  | 'in sync'
  | 'behind'
  | 'unreachable'
  | 'the primary'
  | 'promoted'
  | 'another database'
  | 'another timeline';

export type ReplicaHealth = {
  state: ReplicaState;
  /** The replica has everything acknowledged before this time (`performance.now`). */
  complete_until: number;
  replayed: number;
};

/** A replica that may lag more than this is not read from. */
export const MAX_LAG_MS = 1000;

/**
 * A replica that has replayed up to a position has everything acknowledged before the position was read. This also
 * works on an idle site, where the time of the last transaction shows nothing. Positions are ordered oldest first.
 */
export function assessReplica(
  status: ReplicaStatus,
  positions: LogPosition[],
  before: ReplicaHealth,
): ReplicaHealth {
  const reject = (state: ReplicaState) => ({ ...before, state });
  const newest = positions.at(-1);
  if (!newest) return reject('unreachable');
  if (status.system !== newest.system || status.database !== newest.database)
    return reject('another database');
  // The settings may list every member of a cluster, so this can be the primary. A promotion starts a new timeline.
  if (!status.standby)
    return reject(status.timeline === newest.timeline ? 'the primary' : 'promoted');
  // A standby of the old primary may have replayed past the failover and lack everything written since.
  // Positions on different timelines are not comparable.
  if (status.timeline !== newest.timeline) return reject('another timeline');
  // After a crash a standby replays again from its last restartpoint.
  const hasRestarted = status.replayed < before.replayed;
  const known = hasRestarted ? Number.NEGATIVE_INFINITY : before.complete_until;
  const reached = positions.findLast(({ position }) => position <= status.replayed);
  const complete_until = Math.max(known, reached?.at ?? known);
  const state = newest.at - complete_until > MAX_LAG_MS ? 'behind' : 'in sync';
  return { state, complete_until, replayed: status.replayed };
}

/** After a failover, positions are not comparable with those from before. */
export function isSameHistory(position: LogPosition, previous: LogPosition | undefined): boolean {
  return position.system === previous?.system && position.timeline === previous.timeline;
}

/** Whether a request that must see everything up to a position may read from the replica now. */
export function isReadable(health: ReplicaHealth, now: number, after: number): boolean {
  const { state, complete_until, replayed } = health;
  return state === 'in sync' && now - complete_until <= MAX_LAG_MS && replayed >= after;
}
