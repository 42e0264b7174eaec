/** What a piece of work has to itself, and what it only needs to be as it is. */
export type Touches = { holds: string[]; shares?: string[] };

type Lane = { holder: Promise<unknown>; sharers: Promise<unknown>[] };

/**
 * Runs work in the order it is given wherever two pieces touch the same thing, and a few at once otherwise.
 * Each waits only for earlier ones, so nothing can wait in a circle. After a failure nothing more begins.
 */
export function createLanes(atOnce: number) {
  const lanes = new Map<string, Lane>();
  const all: Promise<void>[] = [];
  const slots = createSlots(atOnce);
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => {});
  let hasFailed = false;

  function add({ holds, shares = [] }: Touches, work: () => Promise<void>): void {
    const before: Promise<unknown>[] = [];
    for (const name of holds) {
      const { holder, sharers } = laneOf(name);
      before.push(holder, ...sharers);
    }
    for (const name of shares) before.push(laneOf(name).holder);
    const done = Promise.all(before)
      .then(() => slots(async () => (hasFailed ? undefined : work())))
      .catch((error) => {
        hasFailed = true;
        failed.reject(error);
      });
    for (const name of holds) lanes.set(name, { holder: done, sharers: [] });
    for (const name of shares) laneOf(name).sharers.push(done);
    all.push(done);
  }

  function laneOf(name: string): Lane {
    const lane = lanes.get(name) ?? { holder: Promise.resolve(), sharers: [] };
    lanes.set(name, lane);
    return lane;
  }

  /** At the first failure at once: what has begun may be waiting for what will never come. */
  async function finish(): Promise<void> {
    await Promise.race([Promise.all(all), failed.promise]);
  }

  return { add, finish };
}

function createSlots(atOnce: number) {
  let free = atOnce;
  const waiting: (() => void)[] = [];
  return async (work: () => Promise<void>): Promise<void> => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
