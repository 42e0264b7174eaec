import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/** Jobs are counted up to this number, so that a long queue is not read to its end. */
const JOBS_COUNTED = sql.lit(10_000);

export type Queue = {
  waiting: number;
  /** Tried without success, and tried again. */
  retried: number;
  given_up: number;
  oldest_seconds: number;
};

export async function selectQueue(db: Db): Promise<Queue> {
  const { rows } = await sql<Queue>`
    select count(*) filter (where attempts < max_attempts and run_at <= now()) as waiting,
           count(*) filter (where attempts between 1 and max_attempts - 1) as retried,
           count(*) filter (where attempts >= max_attempts) as given_up,
           coalesce(extract(epoch from now() - min(run_at) filter (
             where attempts < max_attempts and run_at <= now())), 0)::float8 as oldest_seconds
      from (select attempts, max_attempts, run_at from graphile_worker.jobs
             where locked_at is null limit ${JOBS_COUNTED}) as job`.execute(db);
  return rows[0] as Queue;
}
