export type Once = (key: string, work: () => Promise<void>) => Promise<void>;

/**
 * Work that many requests of one moment ask for is done by the first of them; the others wait for it and hold
 * nothing meanwhile, where each would have held a connection to wait for the same row.
 */
export function createSingleFlight(): Once {
  const underway = new Map<string, Promise<void>>();
  return (key, work) => {
    const joined = underway.get(key);
    if (joined !== undefined) return joined;
    const started = work().finally(() => underway.delete(key));
    underway.set(key, started);
    return started;
  };
}
