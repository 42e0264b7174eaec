/** Opens after this many failures within the window, for so long. */
const DEFAULTS = { failures: 5, window_ms: 1000, open_ms: 2000 };

export type Breaker = <T>(call: () => Promise<T>) => Promise<T>;

export class BreakerOpen extends Error {
  constructor() {
    super('circuit breaker open: too many recent failures');
  }
}

/**
 * A circuit breaker for an optional dependency. While it is down, every caller would wait for the same timeout; after a
 * few failures calls fail at once. When the open time is over, one trial call decides whether to close it.
 */
export function createBreaker(
  limits = DEFAULTS,
  now: () => number = performance.now.bind(performance),
): Breaker {
  let failures: number[] = [];
  let openUntil = 0;
  const isOpen = () => now() < openUntil;
  const open = () => {
    openUntil = now() + limits.open_ms;
  };
  const countFailure = () => {
    failures = [...failures.filter((at) => at > now() - limits.window_ms), now()];
    if (failures.length >= limits.failures) open();
  };
  return async (call) => {
    if (isOpen()) throw new BreakerOpen();
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
