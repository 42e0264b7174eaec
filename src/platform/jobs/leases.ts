import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/**
 * The queue holds a job for whoever took it, and takes it back after four hours. A worker that was killed would
 * leave its work lying for so long. So whoever lives says so, and what nobody has spoken for is taken back soon.
 */
export const RENEW_MS = 10_000;
const LEASE_SECONDS = 40;

export async function renewLeases(db: Db, pool: string): Promise<void> {
  await sql`
    with held as (
      update graphile_worker._private_job_queues set locked_at = now() where locked_by = ${pool}
    )
    update graphile_worker._private_jobs set locked_at = now() where locked_by = ${pool}`.execute(
    db,
  );
}

/** A worker that only slept may still be at it: jobs bear being run twice. */
export async function endStaleLeases(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    with held as (
      update graphile_worker._private_job_queues set locked_at = null, locked_by = null
       where locked_at < now() - make_interval(secs => ${LEASE_SECONDS})
    )
    update graphile_worker._private_jobs
       set locked_at = null, locked_by = null, run_at = greatest(run_at, now())
     where locked_at < now() - make_interval(secs => ${LEASE_SECONDS})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
