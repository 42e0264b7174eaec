import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RunnerOptions, run, type WorkerEvents } from 'graphile-worker';

/** So many failed looks in a row. While the database is away it happens too, and does no harm. */
const DEAF_AFTER = 12;
const AGAIN_MS = 1000;

export type JobRunner = { events: WorkerEvents; stop(): Promise<void> };

/**
 * The queue's library keeps the answer to its very first question for good. If that was an error, because the database
 * was busy for a second, it hears of no job ever after. So a runner whose every look fails is begun anew.
 */
export async function startRunner(
  options: RunnerOptions,
  events: WorkerEvents = new EventEmitter(),
): Promise<JobRunner> {
  const begin = () => run({ ...options, events });
  let runner = await begin();
  let failed = 0;
  let stopping = false;
  let renewing: Promise<void> | undefined;

  async function renew(): Promise<void> {
    await runner.stop().catch(() => {});
    while (!stopping) {
      try {
        runner = await begin();
        return;
      } catch {
        await sleep(AGAIN_MS);
      }
    }
  }

  const heard = () => {
    failed = 0;
  };
  events.on('job:start', heard);
  events.on('worker:getJob:empty', heard);
  events.on('worker:getJob:error', () => {
    if (++failed < DEAF_AFTER || renewing || stopping) return;
    renewing = renew().finally(() => {
      failed = 0;
      renewing = undefined;
    });
  });

  return {
    events,
    async stop() {
      stopping = true;
      await renewing;
      await runner.stop();
    },
  };
}
