export type SingleFlight = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * Runs work once for concurrent callers with the same key. The others wait for its result without a database
 * connection, where each would otherwise wait for the same row lock. Nothing is cached.
 */
export function createSingleFlight(): SingleFlight {
  const running = new Map<string, Promise<unknown>>();
  return <T>(key: string, work: () => Promise<T>) => {
    const joined = running.get(key);
    // A key names one kind of work, so the type is that of the first caller.
    if (joined !== undefined) return joined as Promise<T>;
    const started = work().finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
}
