/** Opens after this many failures within the window. */
const MAX_FAILURES = 5;
const WINDOW_MS = 1000;
const OPEN_MS = 2000;

export type Breaker = <T>(call: () => Promise<T>) => Promise<T>;

/**
 * A circuit breaker for an optional dependency. While it is down, every caller would wait for the same timeout; after a
 * few failures calls fail at once. When the open time is over, one trial call decides whether to close it.
 */
export function createBreaker(now: () => number = performance.now.bind(performance)): Breaker {
  let failures: number[] = [];
  let openUntil = 0;
  const isOpen = () => now() < openUntil;
  const open = () => {
    openUntil = now() + OPEN_MS;
  };
  const countFailure = () => {
    failures = [...failures.filter((at) => at > now() - WINDOW_MS), now()];
    if (failures.length >= MAX_FAILURES) open();
  };
  return async (call) => {
    if (isOpen()) throw new Error('circuit breaker open: too many recent failures');
    const isTrial = openUntil > 0;
    // Stay open for the other callers during the trial.
    if (isTrial) open();
    try {
      const result = await call();
      openUntil = 0;
      failures = [];
      return result;
    } catch (error) {
      if (isTrial) open();
      else countFailure();
      throw error;
    }
  };
}
