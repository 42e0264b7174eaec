import type pg from 'pg';
import type { LogPosition, ReplicaStatus } from './replica-health.ts';

/** A WAL position as a number of bytes. It stays below 2^53 for thousands of years of heavy writing. */
const bytes = (position: string) => `pg_wal_lsn_diff(${position}, '0/0')::bigint`;

const IDENTITY = `
  (select system_identifier::text from pg_control_system()) as system,
  (select oid::bigint from pg_database where datname = current_database()) as database`;

/** Correct at once after a promotion, but only a primary can read it. */
const WRITTEN_TIMELINE =
  "('x' || substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8))::bit(32)::int";

/**
 * The flushed position includes everything acknowledged. The insert position may be ahead of it while no transaction
 * commits, and then no replica would reach it.
 */
const FLUSHED_POSITION = `
  select ${IDENTITY}, ${bytes('pg_current_wal_flush_lsn()')} as position,
         ${WRITTEN_TIMELINE} as timeline`;

/**
 * A standby records its timeline in its control file from time to time, in two fields. Neither is ahead of what is
 * replayed, so the greater one counts.
 */
const REPLICA_STATUS = `
  select ${IDENTITY}, pg_is_in_recovery() as standby,
         coalesce(${bytes('pg_last_wal_replay_lsn()')}, 0) as replayed,
         case when pg_is_in_recovery()
              then greatest((select timeline_id from pg_control_checkpoint()),
                            (select min_recovery_end_timeline from pg_control_recovery()))
              else ${WRITTEN_TIMELINE} end as timeline`;

/** Also includes asynchronous commits, which are not flushed yet. */
const INSERT_POSITION = `select ${bytes('pg_current_wal_insert_lsn()')} as position`;

export async function readFlushedPosition(primary: pg.Pool): Promise<LogPosition> {
  // Taken before the query: the position includes everything acknowledged until now.
  const at = performance.now();
  const { rows } = await primary.query(FLUSHED_POSITION, []);
  return { ...(rows[0] as Omit<LogPosition, 'at'>), at };
}

export async function readReplicaStatus(replica: pg.Pool): Promise<ReplicaStatus> {
  return (await replica.query<ReplicaStatus>(REPLICA_STATUS, [])).rows[0] as ReplicaStatus;
}

export async function readInsertPosition(primary: pg.Pool): Promise<number> {
  const { rows } = await primary.query<{ position: number }>(INSERT_POSITION, []);
  return rows[0]?.position ?? 0;
}
