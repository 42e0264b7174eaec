import type { WorkerEvents } from 'graphile-worker';
import { sql } from 'kysely';
import { Counter, type Registry } from 'prom-client';
import type { Context } from '../../context.ts';
import type { Db } from '../db/database.ts';
import { spanOfJob } from '../jobs/traced-job.ts';
import { createDurations } from './durations.ts';
import { exportSiteGauges } from './site-gauges.ts';

const SECONDS = [0.01, 0.05, 0.25, 1, 5, 30, 120, 600];
/** The scraper waits for the query, and an overloaded queue is long. */
const READ_MS = 500;
/** Tasks of another version of the program; their names do not become labels. */
const UNKNOWN = '(unknown)';

/** Duration and outcome of this worker's jobs, and the length of the queue. */
export function measureJobs(
  registry: Registry,
  db: Db,
  events: WorkerEvents,
  tasks: string[],
): void {
  const nameOf = (task: string) => (tasks.includes(task) ? task : UNKNOWN);
  const observe = createDurations({
    name: 'lamplight_job_seconds',
    help: 'Duration of jobs by task and outcome; failed jobs are retried up to a limit',
    labelNames: ['task', 'outcome'],
    buckets: SECONDS,
    registers: [registry],
  });
  for (const task of tasks)
    for (const outcome of ['done', 'failed']) observe.zero({ task, outcome });
  const started = new Map<string, number>();
  events.on('job:start', ({ job }) => started.set(job.id, performance.now()));
  events.on('job:complete', ({ job, error }) => {
    const since = started.get(job.id);
    started.delete(job.id);
    if (since === undefined) return;
    observe(
      { task: nameOf(job.task_identifier), outcome: error ? 'failed' : 'done' },
      (performance.now() - since) / 1000,
      spanOfJob(job),
    );
  });
  countFetches(registry, events);
  exportSiteGauges(registry, 'jobs', () => readQueue(db), [
    {
      name: 'lamplight_jobs',
      help: 'Jobs by task and state: waiting (due), running, or given up after the last retry',
      labelNames: ['task', 'state'],
      samples: (rows) =>
        sumByTask(rows, tasks, nameOf).flatMap(({ task, waiting, running, given_up }) => [
          { labels: { task, state: 'waiting' }, value: waiting },
          { labels: { task, state: 'running' }, value: running },
          { labels: { task, state: 'given_up' }, value: given_up },
        ]),
    },
    {
      name: 'lamplight_jobs_oldest_seconds',
      help: 'How long the oldest due job has been waiting',
      labelNames: ['task'],
      samples: (rows) =>
        sumByTask(rows, tasks, nameOf).map(({ task, oldest }) => ({
          labels: { task },
          value: oldest,
        })),
    },
  ]);
}

/** graphile-worker logs failed fetches at `debug` only, however long they last. */
function countFetches(registry: Registry, events: WorkerEvents): void {
  const fetches = new Counter({
    name: 'lamplight_job_fetches_total',
    help: 'Fetches from the job queue by this worker, by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of ['done', 'failed']) fetches.inc({ outcome }, 0);
  events.on('job:start', () => fetches.inc({ outcome: 'done' }));
  events.on('worker:getJob:empty', () => fetches.inc({ outcome: 'done' }));
  events.on('worker:getJob:error', () => fetches.inc({ outcome: 'failed' }));
}

type QueueRow = {
  task: string;
  waiting: number;
  running: number;
  given_up: number;
  oldest: number;
};

function readQueue(db: Db): Promise<QueueRow[]> {
  return db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = ${sql.lit(READ_MS)}`.execute(trx);
    const { rows } = await sql<QueueRow>`
      select task_identifier as task,
             count(*) filter (where due) as waiting,
             count(*) filter (where locked_at is not null) as running,
             count(*) filter (where locked_at is null and attempts >= max_attempts) as given_up,
             coalesce(extract(epoch from now() - min(run_at) filter (where due)), 0)::float8 as oldest
        from (select *, locked_at is null and attempts < max_attempts and run_at <= now() as due
                from graphile_worker.jobs) as job
       group by task_identifier`.execute(trx);
    return rows;
  });
}

/** Every task has its series, also without jobs: an absent series would look like an absent worker. */
function sumByTask(
  rows: QueueRow[],
  tasks: string[],
  nameOf: (task: string) => string,
): QueueRow[] {
  const none = (task: string) => ({ task, waiting: 0, running: 0, given_up: 0, oldest: 0 });
  const sums = new Map(tasks.map((task) => [task, none(task)]));
  for (const row of rows) {
    const task = nameOf(row.task);
    const sum = sums.get(task) ?? none(task);
    sums.set(task, {
      task,
      waiting: sum.waiting + row.waiting,
      running: sum.running + row.running,
      given_up: sum.given_up + row.given_up,
      oldest: Math.max(sum.oldest, row.oldest),
    });
  }
  return [...sums.values()];
}

/** Wraps the recurring task to count its outcomes. */
export function measureTicks(
  registry: Registry,
  run: (ctx: Context) => Promise<void>,
): (ctx: Context) => Promise<void> {
  const ticks = new Counter({
    name: 'lamplight_ticks_total',
    help: 'Runs of the recurring task of a worker (counter deltas, hot scores), by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of ['done', 'failed']) ticks.inc({ outcome }, 0);
  return async (ctx) => {
    try {
      await run(ctx);
      ticks.inc({ outcome: 'done' });
    } catch (error) {
      ticks.inc({ outcome: 'failed' });
      throw error;
    }
  };
}
