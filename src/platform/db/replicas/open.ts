import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { onInvalidation } from '../../invalidations.ts';
import { startTicker } from '../../jobs/ticker.ts';
import { TIME_BUDGET } from '../../time-budget.ts';
import { createBatcher } from '../batch/batcher.ts';
import { type Db, openDatabase } from '../database.ts';
import { isTransient, isUnavailable } from '../errors.ts';
import { openPool, type PoolSettings } from '../pool.ts';
import {
  assessReplica,
  isReadable,
  isSameHistory,
  type LogPosition,
  type ReplicaHealth,
  type ReplicaState,
} from './replica-health.ts';
import {
  readFlushedPosition,
  readInsertPosition,
  readReplicaStatus,
} from './replication-position.ts';
import { retryOnPrimary } from './retry-on-primary.ts';

/** Between two checks. Several fit into the allowed lag, so losing one does no harm. */
const CHECK_MS = 250;
/** A minute of positions. A replica further behind is not in use anyway. */
const MAX_POSITIONS = 240;
/** Beyond every position, so that no replica is chosen. */
const UNREACHABLE_POSITION = Number.MAX_SAFE_INTEGER;
/** An operator has to fix these; the other states pass by themselves. */
const PERMANENT: ReplicaState[] = ['promoted', 'another database', 'another timeline'];

export type Replica = {
  /** Host and port: the address without its secrets. */
  readonly name: string;
  /** Reads from the replica, and from the primary where that fails. */
  readonly db: Db;
  readonly reads: Record<'done' | 'repeated', number>;
  isInUse(): boolean;
  /** How long ago the replica is known to have been complete. */
  lagSeconds(): number;
};

/** The replica that serves a request, while it is in use. */
export type Source = Pick<Replica, 'db' | 'isInUse'>;

export type Replicas = {
  readonly all: readonly Replica[];
  /** A replica that is in sync and has replayed up to the position; round robin. */
  choose(after: number): Source | undefined;
  /** The primary's position now: everything this process has written is before it. */
  endOfLog(): Promise<number>;
  close(): Promise<void>;
};

/**
 * Opens the read replicas and checks each of them four times a second. A replica that lags too much, does not respond
 * or belongs to another database is not used until a check passes again (ADR 0019).
 */
export function openReplicas(
  urls: string[],
  settings: PoolSettings,
  primary: Db,
  log: FastifyBaseLogger,
): Replicas {
  // Checks have connections of their own, so that under load they do not wait behind reads.
  const checkPool = openPool(checkSettings(settings, TIME_BUDGET.replicaRead));
  const members = urls.map((url) => openMember({ ...settings, url }, primary, log));
  const positions: LogPosition[] = [];

  const check = async () => {
    const position = await readFlushedPosition(checkPool).catch(() => undefined);
    // Without the primary the lag is unknown, and the health of all replicas expires by itself.
    if (!position) return;
    if (!isSameHistory(position, positions.at(-1))) positions.length = 0;
    positions.push(position);
    if (positions.length > MAX_POSITIONS) positions.shift();
    await Promise.all(members.map((member) => member.check(positions)));
  };
  const ticker = startTicker({ log }, CHECK_MS, check);

  const endOfLog = createBatcher(
    async (calls: undefined[]) => {
      const end = await readInsertPosition(checkPool).catch(() => UNREACHABLE_POSITION);
      return calls.map(() => end);
    },
    { maxInFlight: 1 },
  );

  // D55: a replica may still show what was just hidden. Use none until the position after the change is known.
  let required = 0;
  let pending = 0;
  const requireCurrent = async () => {
    pending += 1;
    let end = await endOfLog(undefined);
    while (end === UNREACHABLE_POSITION && !isClosed) {
      await sleep(CHECK_MS);
      end = await endOfLog(undefined);
    }
    required = Math.max(required, end);
    pending -= 1;
  };
  let isClosed = false;
  const stop = onInvalidation(() => void requireCurrent());

  let chosen = 0;
  return {
    all: members,
    choose(after) {
      if (pending > 0) return undefined;
      const now = performance.now();
      const from = Math.max(after, required);
      const readable = members.filter(({ health }) => isReadable(health(), now, from));
      chosen += 1;
      return readable[chosen % readable.length];
    },
    endOfLog: () => endOfLog(undefined),
    async close() {
      isClosed = true;
      stop();
      await ticker.stop();
      await Promise.all([checkPool.end(), ...members.map((member) => member.close())]);
    },
  };
}

function checkSettings(settings: PoolSettings, timeout: number): PoolSettings {
  const name = `${settings.name} watch`;
  return { ...settings, name, size: 1, acquire_timeout: timeout, query_timeout: timeout };
}

function openMember(settings: PoolSettings, primary: Db, log: FastifyBaseLogger) {
  const name = hostOf(settings.url);
  const { replicaRead, replicaCheck } = TIME_BUDGET;
  const timeouts = { acquire_timeout: replicaRead, query_timeout: replicaRead };
  const replica = openDatabase({ ...settings, ...timeouts, reads_standby: true }, () => {});
  // Shorter than for the primary: a slow replica is not needed, but a slow primary is busy and needs its replicas.
  const checkPool = openPool({ ...checkSettings(settings, replicaCheck), reads_standby: true });
  const reads = { done: 0, repeated: 0 };
  let health: ReplicaHealth = {
    state: 'unreachable',
    complete_until: performance.now(),
    replayed: 0,
  };
  let loggedState: ReplicaState = 'unreachable';

  const countRead = (outcome: 'done' | 'repeated', error?: unknown) => {
    reads[outcome] += 1;
    if (error === undefined) return;
    log.debug({ err: error, replica: name }, 'a read was repeated on the primary');
    // Until the next check, so that other requests do not wait for the same failure.
    const isUnreachable = isUnavailable(error) && !isTransient(error);
    if (isUnreachable) health = { ...health, state: 'unreachable' };
  };

  return {
    name,
    reads,
    db: retryOnPrimary(replica.db, primary, countRead),
    health: () => health,
    isInUse: () => isReadable(health, performance.now(), 0),
    lagSeconds: () => (performance.now() - health.complete_until) / 1000,
    async check(positions: LogPosition[]): Promise<void> {
      health = await readReplicaStatus(checkPool).then(
        (status) => assessReplica(status, positions, health),
        () => ({ ...health, state: 'unreachable' as const }),
      );
      const { state } = health;
      if (state === loggedState) return;
      loggedState = state;
      if (state === 'in sync') log.info({ replica: name }, 'a replica is read from');
      else if (PERMANENT.includes(state))
        log.error({ replica: name, state }, 'a replica is refused');
      else log.warn({ replica: name, state }, 'a replica is left out');
    },
    async close(): Promise<void> {
      await Promise.all([replica.close(), checkPool.end()]);
    },
  };
}

export function hostOf(url: string): string {
  // A parse error would quote the whole address, with its password.
  if (!URL.canParse(url)) return 'an invalid address';
  const { host, searchParams } = new URL(url);
  return host || (searchParams.get('host') ?? 'a local socket');
}
