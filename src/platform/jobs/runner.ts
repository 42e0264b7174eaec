import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Runner, type RunnerOptions, run, type WorkerEvents } from 'graphile-worker';
import { isUnavailable } from '../db/errors.ts';

/** Failed polls in a row before a restart. A restart while the database is down does no harm. */
const MAX_FAILED_POLLS = 12;
const RETRY_MS = 1000;

export type JobRunner = { events: WorkerEvents; stop(): Promise<void> };

/**
 * Restarts graphile-worker, which does not survive every outage. It caches the result of its first query: if that failed
 * because the database was busy, it never polls again. And it stops for good if the database goes away while it starts.
 */
export async function startRunner(
  options: RunnerOptions,
  events: WorkerEvents = new EventEmitter(),
): Promise<JobRunner> {
  let runner: Runner | undefined;
  let failed = 0;
  let stopping = false;
  let restarting: Promise<void> | undefined;

  async function start(): Promise<void> {
    const started = await run({ ...options, events });
    runner = started;
    const restartIfCurrent = () => {
      if (runner === started) restart();
    };
    started.promise.then(restartIfCurrent, restartIfCurrent);
  }

  function restart(): void {
    if (restarting || stopping) return;
    restarting = startAgain().finally(() => {
      failed = 0;
      restarting = undefined;
    });
  }

  async function startAgain(): Promise<void> {
    const stopped = runner;
    runner = undefined;
    await stopped?.stop().catch(() => {});
    while (!stopping) {
      await sleep(RETRY_MS);
      const isStarted = await start().then(
        () => true,
        () => false,
      );
      if (isStarted) return;
    }
  }

  const resetFailures = () => {
    failed = 0;
  };
  events.on('job:start', resetFailures);
  events.on('worker:getJob:empty', resetFailures);
  events.on('worker:getJob:error', () => {
    if (++failed >= MAX_FAILED_POLLS) restart();
  });

  try {
    await start();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    restart();
  }
  return {
    events,
    async stop() {
      stopping = true;
      await restarting;
      await runner?.stop().catch(() => {});
    },
  };
}
