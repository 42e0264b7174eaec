import { Tinypool } from 'tinypool';
import { Refusal } from '../refusals.ts';
import { boundedQueue } from './bounded-queue.ts';

/** More would take cores from the event loop; a task takes a fraction of a second. */
const THREADS = 1;
/** Together they take less than a handler's timeout. */
const WAITING_MAX = 8;
const WAITING_PER_OWNER_MAX = 2;
/**
 * Frees the thread of a task that never ends. Far above the most expensive task, because it includes starting a thread
 * on a busy machine. The request has timed out long before (`TIME_BUDGET.handler`).
 */
const TASK_MS_MAX = 30_000;
const IDLE_MS_MAX = 5 * 60_000;
const RETRY_AFTER_SECONDS = 2;

export type WorkerPool = {
  /**
   * Calls an exported function of the worker file in another thread. An owner has one task at a time, so that no owner
   * fills the queue alone. Refuses with `overloaded` if the queue is full or the task takes too long.
   */
  run<Task, Result>(owner: number, name: string, task: Task): Promise<Result>;
  close(): Promise<void>;
};

/** The thread starts with the first task and ends after five idle minutes. */
export function createWorkerPool(
  filename: string,
  { taskMs = TASK_MS_MAX, waiting = WAITING_MAX, waitingPerOwner = WAITING_PER_OWNER_MAX } = {},
): WorkerPool {
  let pool: Tinypool | undefined;
  const open = () =>
    new Tinypool({
      filename,
      minThreads: 0,
      maxThreads: THREADS,
      idleTimeout: IDLE_MS_MAX,
      // The thread gets neither this process's loaders nor its secrets.
      execArgv: [],
      env: {},
    });
  const slots = boundedQueue(THREADS, waiting);
  const owners = new Map<number, { pending: number; queue: ReturnType<typeof boundedQueue> }>();

  async function run<Task, Result>(owner: number, name: string, task: Task): Promise<Result> {
    const own = owners.get(owner) ?? {
      pending: 0,
      queue: boundedQueue(1, waitingPerOwner),
    };
    owners.set(owner, own);
    own.pending += 1;
    try {
      return await own.queue(() => slots(() => runNow<Result>(name, task)));
    } finally {
      own.pending -= 1;
      if (own.pending === 0) owners.delete(owner);
    }
  }

  async function runNow<Result>(name: string, task: unknown): Promise<Result> {
    const signal = AbortSignal.timeout(taskMs);
    pool ??= open();
    try {
      return (await pool.run(task, { name, signal })) as Result;
    } catch (error) {
      if (signal.aborted) throw new Refusal('overloaded', { retry_after: RETRY_AFTER_SECONDS });
      throw error;
    }
  }

  return {
    run,
    close: async () => {
      await pool?.destroy();
    },
  };
}
