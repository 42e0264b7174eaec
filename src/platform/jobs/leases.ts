import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/**
 * graphile-worker releases the jobs of a killed worker after four hours. So each worker renews the locks of its jobs
 * like a lease, and any worker releases those that were not renewed.
 */
export const RENEW_MS = 10_000;
const LEASE_SECONDS = 40;

export async function renewLeases(db: Db, pool: string): Promise<void> {
  await sql`
    with queues as (
      update graphile_worker._private_job_queues set locked_at = now() where locked_by = ${pool}
    )
    update graphile_worker._private_jobs set locked_at = now() where locked_by = ${pool}`.execute(
    db,
  );
}

/** A suspended worker may still run such a job: jobs are idempotent. */
export async function endStaleLeases(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    with queues as (
      update graphile_worker._private_job_queues set locked_at = null, locked_by = null
       where locked_at < now() - make_interval(secs => ${LEASE_SECONDS})
    )
    update graphile_worker._private_jobs
       set locked_at = null, locked_by = null, run_at = greatest(run_at, now())
     where locked_at < now() - make_interval(secs => ${LEASE_SECONDS})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
