import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { withOrigin } from './traced-job.ts';

type ManyJobs = { key: string; payload: Record<string, unknown> }[];

/** As `enqueue`, for many jobs of one task in one statement. Lower numbers of `priority` run first; the default is 0. */
export async function enqueueMany(
  trx: Trx,
  task: string,
  jobs: ManyJobs,
  { attempts, priority }: { attempts: number; priority: number },
): Promise<void> {
  const keys = jobs.map(({ key }) => key);
  const payloads = jobs.map(({ payload }) => JSON.stringify(withOrigin(payload)));
  await sql`
    select from graphile_worker.add_jobs(array(
      select (${task}::text, payload::json, null, null, ${attempts}::int, key, ${priority}::int, null)::graphile_worker.job_spec
        from unnest(${keys}::text[], ${payloads}::text[]) as job (key, payload)))`.execute(trx);
}
