import { EventEmitter } from 'node:events';
import type { WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { JOBS } from '../../../src/jobs.ts';
import { openPool } from '../../../src/platform/db/pool.ts';
import { enqueue, startWorker } from '../../../src/platform/jobs/jobs.ts';
import { startRunner } from '../../../src/platform/jobs/runner.ts';
import { until } from '../../support/until.ts';
import { createWorld } from '../../support/world.ts';

const world = await createWorld();

async function withWorker(
  tasks: Record<string, (payload: Record<string, unknown>) => Promise<void>>,
  work: () => Promise<void>,
): Promise<void> {
  const { DATABASE_URL, DATABASE_ROLE } = world.ctx.config;
  const pool = openPool({ url: DATABASE_URL, role: DATABASE_ROLE, size: 5, name: 'worker' });
  const runner = await startWorker(world.ctx, pool, {
    tasks: Object.fromEntries(
      Object.entries(tasks).map(([name, task]) => [name, (_ctx, payload) => task(payload)]),
    ),
    schedule: [],
  });
  try {
    await work();
  } finally {
    await runner.stop();
    await pool.end();
  }
}

test('the jobs of the service and their schedule are accepted by the queue', async () => {
  const { DATABASE_URL, DATABASE_ROLE } = world.ctx.config;
  const pool = openPool({ url: DATABASE_URL, role: DATABASE_ROLE, size: 5, name: 'worker' });
  const runner = await startWorker(world.ctx, pool, JOBS);
  const scheduled = JOBS.schedule.map((line) => line.split(' ')[5]);
  for (const name of scheduled) expect(Object.keys(JOBS.tasks)).toContain(name);
  await runner.stop();
  await pool.end();
});

test('a job enqueued in a transaction runs if it commits and never if it rolls back', async () => {
  const seen: unknown[] = [];
  await withWorker({ note: async (payload) => void seen.push(payload['text']) }, async () => {
    await expect(
      world.ctx.tx(async (trx) => {
        await enqueue(trx, 'note', { text: 'phantom' });
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await world.ctx.tx((trx) => enqueue(trx, 'note', { text: '真的' }));
    await until(() => seen.length > 0);
    expect(seen).toEqual(['真的']);
  });
});

test('a waiting job with the same key is replaced', async () => {
  const later = new Date(Date.now() + 3600_000);
  for (const text of ['first', 'second']) {
    await world.ctx.tx((trx) => enqueue(trx, 'note', { text }, { key: 'one', run_at: later }));
  }
  const rows = await world.sql("select count(*) from graphile_worker.jobs where key = 'one'");
  expect(Number(rows[0]?.['count'])).toBe(1);
});

test('a failed job is retried, with a role that cannot change the schema', async () => {
  let tries = 0;
  await withWorker(
    {
      shaky: async () => {
        if (++tries === 1) throw new Error('not yet');
      },
    },
    async () => {
      await world.ctx.tx((trx) => enqueue(trx, 'shaky', {}));
      await until(() => tries === 1);
      await until(async () => {
        const rows = await world.sql(
          "select attempts from graphile_worker.jobs where task_identifier = 'shaky' and locked_at is null",
        );
        return rows.length === 1;
      });
      await world.sql('update graphile_worker._private_jobs set run_at = now()');
      await until(() => tries === 2);
    },
  );
});

test('C2: jobs of a lost worker are released, and those of a running worker are not', async () => {
  const seen: unknown[] = [];
  const lockJob = async (key: string, seconds: number) => {
    await world.ctx.tx((trx) => enqueue(trx, 'errand', { key }, { key }));
    await world.sql(
      `update graphile_worker._private_jobs
          set locked_by = 'pool-' || key, locked_at = now() - make_interval(secs => $2) where key = $1`,
      [key, seconds],
    );
  };
  await lockJob('running', 20);
  await lockJob('lost', 60);
  await withWorker({ errand: async (payload) => void seen.push(payload['key']) }, async () => {
    await until(() => seen.length > 0);
  });
  expect(seen).toEqual(['lost']);
});

test('a worker whose first poll found no connection runs jobs afterwards', async () => {
  const { DATABASE_URL, DATABASE_ROLE } = world.ctx.config;
  const size = 5;
  const pool = openPool({ url: DATABASE_URL, role: DATABASE_ROLE, size, name: 'worker' });
  const events: WorkerEvents = new EventEmitter();
  let failed = 0;
  events.on('worker:getJob:error', () => failed++);
  // All connections are in use when the worker polls for the first time.
  let taken: Promise<pg.PoolClient>[] = [];
  events.once('worker:create', () => {
    taken = Array.from({ length: size }, () => pool.connect());
  });
  let done = 0;
  const runner = await startRunner(
    {
      pgPool: pool,
      concurrency: 1,
      pollInterval: 50,
      noHandleSignals: true,
      taskList: { count: async () => void done++ },
    },
    events,
  );
  try {
    await until(() => failed > 0);
    for (const client of await Promise.all(taken)) client.release();
    await world.ctx.tx((trx) => enqueue(trx, 'count', {}));
    await until(() => done === 1);
  } finally {
    await runner.stop();
    await pool.end();
  }
});
