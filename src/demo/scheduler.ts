/** Names that a task locks: alone, or together with other tasks that share them. */
export type Locks = { exclusive: string[]; shared?: string[] };

/** The last exclusive task of a name, and the tasks that have shared it since. */
type Lock = { exclusive: Promise<unknown>; shared: Promise<unknown>[] };

/**
 * Runs tasks concurrently, but keeps the order of tasks that lock the same name. A task waits for earlier tasks only,
 * so there is no deadlock. After a failure no further task starts.
 */
export function createScheduler(maxInFlight: number) {
  const locks = new Map<string, Lock>();
  const all: Promise<void>[] = [];
  const limit = createSemaphore(maxInFlight);
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => {});
  let hasFailed = false;

  function add({ exclusive, shared = [] }: Locks, task: () => Promise<void>): void {
    const before: Promise<unknown>[] = [];
    for (const name of exclusive) {
      const lock = findLock(name);
      before.push(lock.exclusive, ...lock.shared);
    }
    for (const name of shared) before.push(findLock(name).exclusive);
    const done = Promise.all(before)
      .then(() => limit(async () => (hasFailed ? undefined : task())))
      .catch((error) => {
        hasFailed = true;
        failed.reject(error);
      });
    for (const name of exclusive) locks.set(name, { exclusive: done, shared: [] });
    for (const name of shared) findLock(name).shared.push(done);
    all.push(done);
  }

  function findLock(name: string): Lock {
    const lock = locks.get(name) ?? { exclusive: Promise.resolve(), shared: [] };
    locks.set(name, lock);
    return lock;
  }

  /** Rejects at the first failure. It does not wait for running tasks: they may wait for a task that never starts. */
  async function finish(): Promise<void> {
    await Promise.race([Promise.all(all), failed.promise]);
  }

  return { add, finish };
}

function createSemaphore(permits: number) {
  let free = permits;
  const waiting: (() => void)[] = [];
  return async (task: () => Promise<void>): Promise<void> => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
