export type SingleFlight = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * Work that many requests of one moment ask for is done by the first of them; the others wait for it and hold
 * nothing meanwhile, where each would have held a connection to wait for the same row.
 */
export function createSingleFlight(): SingleFlight {
  const underway = new Map<string, Promise<unknown>>();
  return <T>(key: string, work: () => Promise<T>) => {
    const joined = underway.get(key);
    // One key is one kind of work, so what the first one waits for is what all of them want.
    if (joined !== undefined) return joined as Promise<T>;
    const started = work().finally(() => underway.delete(key));
    underway.set(key, started);
    return started;
  };
}
