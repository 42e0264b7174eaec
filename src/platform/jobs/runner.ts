import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RunnerOptions, run, type WorkerEvents } from 'graphile-worker';

/** Failed polls in a row before a restart. A restart while the database is down does no harm. */
const MAX_FAILED_POLLS = 12;
const RETRY_MS = 1000;

export type JobRunner = { events: WorkerEvents; stop(): Promise<void> };

/**
 * graphile-worker caches the result of its first query. If that failed because the database was busy, it never polls
 * again; restart it.
 */
export async function startRunner(
  options: RunnerOptions,
  events: WorkerEvents = new EventEmitter(),
): Promise<JobRunner> {
  const start = () => run({ ...options, events });
  let runner = await start();
  let failed = 0;
  let stopping = false;
  let restarting: Promise<void> | undefined;

  async function restart(): Promise<void> {
    await runner.stop().catch(() => {});
    while (!stopping) {
      try {
        runner = await start();
        return;
      } catch {
        await sleep(RETRY_MS);
      }
    }
  }

  const resetFailures = () => {
    failed = 0;
  };
  events.on('job:start', resetFailures);
  events.on('worker:getJob:empty', resetFailures);
  events.on('worker:getJob:error', () => {
    if (++failed < MAX_FAILED_POLLS || restarting || stopping) return;
    restarting = restart().finally(() => {
      failed = 0;
      restarting = undefined;
    });
  });

  return {
    events,
    async stop() {
      stopping = true;
      await restarting;
      await runner.stop();
    },
  };
}
