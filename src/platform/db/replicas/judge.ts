/** Which database this is: its cluster, itself within that, and which of the cluster's histories it is on. */
type Identity = { system: string; database: number; timeline: number };

/** Where the log of the primary ended; what was acknowledged before `at`, by our clock, is before `position`. */
export type LogPosition = Identity & { at: number; position: number };

/** What a replica says of itself. */
export type Report = Identity & { standby: boolean; replayed: number };

export type ReplicaState =
  | 'in step'
  | 'behind'
  | 'away'
  | 'the primary'
  | 'promoted'
  | 'another database'
  | 'another timeline';

export type Verdict = {
  standing: ReplicaState;
  /** What was acknowledged before this moment of our clock, the replica has. */
  complete_until: number;
  replayed: number;
};

/** A replica that may lack more than this is not read from: nobody sees anything older. */
export const MAX_LAG_MS = 1000;

/**
 * A log that has been replayed up to some mark says all that was acknowledged before the mark was taken. That
 * also holds where nothing is being written, when the time of the last transaction says nothing. Marks come
 * oldest first.
 */
export function judgeReport(report: Report, marks: LogPosition[], before: Verdict): Verdict {
  const refuse = (standing: ReplicaState) => ({ ...before, standing });
  const newest = marks.at(-1);
  if (!newest) return refuse('away');
  if (report.system !== newest.system || report.database !== newest.database)
    return refuse('another database');
  // Whoever is promoted begins a timeline of its own; the members of a cluster may all be named, the primary among them.
  if (!report.standby)
    return refuse(report.timeline === newest.timeline ? 'the primary' : 'promoted');
  // A standby that was left behind at a failover may have replayed more than the new primary has written, and lack
  // all of that: on two histories the same position is not the same moment.
  if (report.timeline !== newest.timeline) return refuse('another timeline');
  // One that crashed begins again where it last saved its state, and has to replay what it had already.
  const isSetBack = report.replayed < before.replayed;
  const known = isSetBack ? Number.NEGATIVE_INFINITY : before.complete_until;
  const reached = marks.findLast(({ position }) => position <= report.replayed);
  const complete_until = Math.max(known, reached?.at ?? known);
  const standing = newest.at - complete_until > MAX_LAG_MS ? 'behind' : 'in step';
  return { standing, complete_until, replayed: report.replayed };
}

/** After a failover positions count from elsewhere. */
export function isSameHistory(mark: LogPosition, before: LogPosition | undefined): boolean {
  return mark.system === before?.system && mark.timeline === before.timeline;
}

/** Whether it may be read from now, by somebody who must see what stands before a position. */
export function isReadable(verdict: Verdict, now: number, after: number): boolean {
  const { standing, complete_until, replayed } = verdict;
  return standing === 'in step' && now - complete_until <= MAX_LAG_MS && replayed >= after;
}
