import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { onInvalidation } from '../../invalidations.ts';
import { startTicker } from '../../jobs/ticker.ts';
import { TIME_BUDGET } from '../../time-budget.ts';
import { createBatcher } from '../batch/batcher.ts';
import { type Db, openDatabase } from '../database.ts';
import { isTransient, isUnavailable } from '../errors.ts';
import { openPool, type PoolSettings } from '../pool.ts';
import { findEndOfLog, queryReplica, readLogPosition } from './ask.ts';
import {
  isReadable,
  isSameHistory,
  judgeReport,
  type LogPosition,
  type ReplicaState,
  type Verdict,
} from './judge.ts';
import { repeatOnPrimary } from './repeat-on-primary.ts';

/** Between two looks. Several of them fit into the lag that is allowed, so that one that is lost does no harm. */
const LOOK_MS = 250;
/** A minute of marks: what is further behind is only said to be so. */
const MARKS_KEPT = 240;
/** Beyond every position: no replica is read from by whoever has to see this. */
const NEVER_REACHED = Number.MAX_SAFE_INTEGER;
/** Somebody has to look; the others go away by themselves. */
const TO_BE_MENDED: ReplicaState[] = ['promoted', 'another database', 'another timeline'];

export type Replica = {
  /** Host and port: the address without its secrets. */
  readonly name: string;
  /** Its answers, or the primary's where it has none. */
  readonly db: Db;
  readonly reads: Record<'done' | 'repeated', number>;
  isInUse(): boolean;
  /** For how long it may have lacked something, by what is known of it. */
  lagSeconds(): number;
};

/** Where a request reads from, as long as it can. */
export type Source = Pick<Replica, 'db' | 'isInUse'>;

export type Replicas = {
  readonly all: readonly Replica[];
  /** One that is in step and has what stands in the log before a position; by turns. */
  choose(after: number): Source | undefined;
  /** Where the log ends now: everything this process has written is before it. */
  endOfLog(): Promise<number>;
  close(): Promise<void>;
};

/**
 * Copies of the database that take reads off it, and a look at each of them four times a second. One that is too
 * far behind, does not answer or is no copy is left out, and comes back by itself (ADR 0019).
 */
export function openReplicas(
  urls: string[],
  settings: PoolSettings,
  primary: Db,
  log: FastifyBaseLogger,
): Replicas {
  // Connections of their own: under load the looks must not wait behind the reads they are about.
  const looking = openPool(watchSettings(settings, TIME_BUDGET.replicaRead));
  const members = urls.map((url) => openMember({ ...settings, url }, primary, log));
  const marks: LogPosition[] = [];

  const look = async () => {
    const mark = await readLogPosition(looking).catch(() => undefined);
    // Without a primary nobody can tell what a replica lacks; what is known of them grows old by itself.
    if (!mark) return;
    if (!isSameHistory(mark, marks.at(-1))) marks.length = 0;
    marks.push(mark);
    if (marks.length > MARKS_KEPT) marks.shift();
    await Promise.all(members.map((member) => member.look(marks)));
  };
  const ticker = startTicker({ log }, LOOK_MS, look);

  const endOfLog = createBatcher(
    async (askers: undefined[]) => {
      const end = await findEndOfLog(looking).catch(() => NEVER_REACHED);
      return askers.map(() => end);
    },
    { maxInFlight: 1 },
  );

  // D55: what was hidden must not be read from a copy that still has it. Until the position of the log after it is
  // known, nobody reads from a copy.
  let required = 0;
  let asking = 0;
  const requireCurrent = async () => {
    asking += 1;
    let end = await endOfLog(undefined);
    while (end === NEVER_REACHED && !isClosed) {
      await sleep(LOOK_MS);
      end = await endOfLog(undefined);
    }
    required = Math.max(required, end);
    asking -= 1;
  };
  let isClosed = false;
  const stop = onInvalidation(() => void requireCurrent());

  let turn = 0;
  return {
    all: members,
    choose(after) {
      if (asking > 0) return undefined;
      const now = performance.now();
      const from = Math.max(after, required);
      const readable = members.filter(({ verdict }) => isReadable(verdict(), now, from));
      turn += 1;
      return readable[turn % readable.length];
    },
    endOfLog: () => endOfLog(undefined),
    async close() {
      isClosed = true;
      stop();
      await ticker.stop();
      await Promise.all([looking.end(), ...members.map((member) => member.close())]);
    },
  };
}

function watchSettings(settings: PoolSettings, patience: number): PoolSettings {
  const name = `${settings.name} watch`;
  return { ...settings, name, size: 1, acquire_timeout: patience, query_timeout: patience };
}

function openMember(settings: PoolSettings, primary: Db, log: FastifyBaseLogger) {
  const name = hostOf(settings.url);
  const { replicaRead, replicaLook } = TIME_BUDGET;
  const waits = { acquire_timeout: replicaRead, query_timeout: replicaRead };
  const copy = openDatabase({ ...settings, ...waits, reads_standby: true }, () => {});
  // A replica that takes long is as good as none; a primary that does is busy, and needs its replicas.
  const looking = openPool({ ...watchSettings(settings, replicaLook), reads_standby: true });
  const reads = { done: 0, repeated: 0 };
  let verdict: Verdict = { standing: 'away', complete_until: performance.now(), replayed: 0 };
  let told: ReplicaState = 'away';

  const count = (outcome: 'done' | 'repeated', error?: unknown) => {
    reads[outcome] += 1;
    if (error === undefined) return;
    log.debug({ err: error, replica: name }, 'a read was repeated on the primary');
    // Until the next look: whoever comes meanwhile need not wait for the same in vain.
    const isAway = isUnavailable(error) && !isTransient(error);
    if (isAway) verdict = { ...verdict, standing: 'away' };
  };

  return {
    name,
    reads,
    db: repeatOnPrimary(copy.db, primary, count),
    verdict: () => verdict,
    isInUse: () => isReadable(verdict, performance.now(), 0),
    lagSeconds: () => (performance.now() - verdict.complete_until) / 1000,
    async look(marks: LogPosition[]): Promise<void> {
      verdict = await queryReplica(looking).then(
        (report) => judgeReport(report, marks, verdict),
        () => ({ ...verdict, standing: 'away' as const }),
      );
      const { standing } = verdict;
      if (standing === told) return;
      told = standing;
      if (standing === 'in step') log.info({ replica: name }, 'a replica is read from');
      else if (TO_BE_MENDED.includes(standing))
        log.error({ replica: name, standing }, 'a replica is refused');
      else log.warn({ replica: name, standing }, 'a replica is left out');
    },
    async close(): Promise<void> {
      await Promise.all([copy.close(), looking.end()]);
    },
  };
}

export function hostOf(url: string): string {
  // An error about an address quotes it, with its password.
  if (!URL.canParse(url)) return 'an address that cannot be read';
  const { host, searchParams } = new URL(url);
  return host || (searchParams.get('host') ?? 'a local socket');
}
