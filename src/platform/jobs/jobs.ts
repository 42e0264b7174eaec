import { EventEmitter } from 'node:events';
import type { JobHelpers, WorkerEvents } from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Context } from '../../context.ts';
import type { Trx } from '../db/database.ts';
import { endStaleLeases, RENEW_MS, renewLeases } from './leases.ts';
import { type JobRunner, startRunner } from './runner.ts';
import { startTicker } from './ticker.ts';
import { runTraced, withOrigin } from './traced-job.ts';
import { workerLogger } from './worker-log.ts';

/** Runs later, at least once, so it must be idempotent. */
type Job = (ctx: Context, payload: Record<string, unknown>) => Promise<void>;

export type Jobs = {
  tasks: Record<string, Job>;
  /** Crontab lines: `5 * * * * accounts_purge`. */
  schedule: string[];
};

const CONCURRENCY = 4;
const POLL_MS = 2000;

/**
 * Enqueues in the caller's transaction: the job exists if and only if its cause was committed. A waiting job with the
 * same key is replaced.
 */
export async function enqueue(
  trx: Trx,
  task: string,
  payload: Record<string, unknown>,
  options: { key?: string; run_at?: Date; attempts?: number } = {},
): Promise<void> {
  await sql`
    select graphile_worker.add_job(
      ${task}::text, ${JSON.stringify(withOrigin(payload))}::json,
      run_at := ${options.run_at ?? null}::timestamptz, job_key := ${options.key ?? null}::text,
      max_attempts := ${options.attempts ?? null}::int)
  `.execute(trx);
}

export async function startWorker(ctx: Context, pool: pg.Pool, jobs: Jobs): Promise<JobRunner> {
  let name = '';
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => {
    name = workerPool.id;
  });
  const options = {
    pgPool: pool,
    concurrency: CONCURRENCY,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    crontab: jobs.schedule.join('\n'),
    logger: workerLogger(ctx.log),
    taskList: Object.fromEntries(
      Object.entries(jobs.tasks).map(([name, job]) => [
        name,
        (payload: unknown, { job: queued }: JobHelpers) =>
          runTraced(queued, (payload ?? {}) as Record<string, unknown>, (own) => job(ctx, own)),
      ]),
    ),
  };
  const runner = await startRunner(options, events);
  const leases = startTicker(ctx, RENEW_MS, async ({ db, log }) => {
    await renewLeases(db, name);
    const jobs = await endStaleLeases(db);
    if (jobs > 0) log.warn({ jobs }, 'jobs of a lost worker are released');
  });
  return {
    events,
    async stop() {
      // Leases last until the running jobs have finished.
      await runner.stop();
      await leases.stop();
    },
  };
}
