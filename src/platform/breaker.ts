/** So many failures in a moment, and nobody asks for a while; then one goes first to see. */
const FAILURES = 5;
const MOMENT_MS = 1000;
const OPEN_MS = 2000;

export type Breaker = <T>(ask: () => Promise<T>) => Promise<T>;

/**
 * Before something the site can do without. While that is away, everybody would wait for the same time-out; so
 * after a few have, the rest are told at once.
 */
export function createBreaker(now: () => number = performance.now.bind(performance)): Breaker {
  let failed: number[] = [];
  let openUntil = 0;
  const isOpen = () => now() < openUntil;
  const open = () => {
    openUntil = now() + OPEN_MS;
  };
  const noteFailure = () => {
    failed = [...failed.filter((at) => at > now() - MOMENT_MS), now()];
    if (failed.length >= FAILURES) open();
  };
  return async (ask) => {
    if (isOpen()) throw new Error('not asked: it has failed too often a moment ago');
    // Whoever comes while one is seeing whether it is back is told as before.
    const isFirst = openUntil > 0;
    if (isFirst) open();
    try {
      const answer = await ask();
      openUntil = 0;
      failed = [];
      return answer;
    } catch (error) {
      if (isFirst) open();
      else noteFailure();
      throw error;
    }
  };
}
