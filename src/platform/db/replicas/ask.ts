import type pg from 'pg';
import type { LogPosition, Report } from './judge.ts';

/** A position in the log is a number of bytes, and stays below 2^53 for some thousand years of heavy writing. */
const bytes = (position: string) => `pg_wal_lsn_diff(${position}, '0/0')::bigint`;

const IDENTITY = `
  (select system_identifier::text from pg_control_system()) as system,
  (select oid::bigint from pg_database where datname = current_database()) as database`;

/** Known at once after a promotion, and only to who writes. */
const WRITTEN_TIMELINE =
  "('x' || substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8))::bit(32)::int";

/**
 * Up to where the log is on disk, and so everything that was acknowledged. What is only in memory may stay there
 * while nobody commits, and no replica would ever reach it.
 */
const MARK = `
  select ${IDENTITY}, ${bytes('pg_current_wal_flush_lsn()')} as position,
         ${WRITTEN_TIMELINE} as timeline`;

/**
 * The file that names a standby's timeline is written from time to time, in two places. Neither is ever ahead of
 * what is replayed, so the greater is as good as known.
 */
const REPORT = `
  select ${IDENTITY}, pg_is_in_recovery() as standby,
         coalesce(${bytes('pg_last_wal_replay_lsn()')}, 0) as replayed,
         case when pg_is_in_recovery()
              then greatest((select timeline_id from pg_control_checkpoint()),
                            (select min_recovery_end_timeline from pg_control_recovery()))
              else ${WRITTEN_TIMELINE} end as timeline`;

/** With what is only in memory: a write that was not waited for is before it, too. */
const END = `select ${bytes('pg_current_wal_insert_lsn()')} as position`;

export async function readLogPosition(primary: pg.Pool): Promise<LogPosition> {
  // Before the question: whatever was acknowledged until now, the answer includes.
  const at = performance.now();
  const { rows } = await primary.query(MARK, []);
  return { ...(rows[0] as Omit<LogPosition, 'at'>), at };
}

export async function queryReplica(replica: pg.Pool): Promise<Report> {
  return (await replica.query<Report>(REPORT, [])).rows[0] as Report;
}

export async function findEndOfLog(primary: pg.Pool): Promise<number> {
  const { rows } = await primary.query<{ position: number }>(END, []);
  return rows[0]?.position ?? 0;
}
