import { Resolver } from 'node:dns/promises';

export type Resolve = (hostname: string, signal: AbortSignal) => Promise<string[]>;

const QUERY_MS = 1_000;
const TRIES = 2;

/**
 * Asks the name servers of the machine, IPv4 first. Not `lookup`: it occupies one of the four threads that files and
 * hashes need, for as long as somebody's name server likes, and it reads /etc/hosts.
 */
export function createResolve(servers?: string[]): Resolve {
  return async (hostname, signal) => {
    const resolver = new Resolver({ timeout: QUERY_MS, tries: TRIES });
    if (servers) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel);
    try {
      const results = await Promise.allSettled([
        resolver.resolve4(hostname),
        resolver.resolve6(hostname),
      ]);
      return results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}
