import type { FastifyRequest } from 'fastify';
import { limitKey } from '../../limits/address.ts';
import { createCounter } from './counter.ts';
import { YIELD_MS } from './limits.ts';
import { overloadedRefusal } from './queue.ts';

export type Transfers = ReturnType<typeof boundTransfers>;

type Options = {
  total: number;
  per_address: number;
  /** How long it has made no progress; `begun_ms` is how long it has lasted. */
  stalledFor(request: FastifyRequest, begun_ms: number): number;
};

/**
 * So many transfers of a kind at once, and so many of one address. Past that the one that has stalled for longest is
 * cut off: clients that send or read nothing keep nobody out, whatever number of addresses they have. Where all make
 * progress, the new one is rejected.
 */
export function boundTransfers({ total, per_address, stalledFor }: Options) {
  const open = new Map<FastifyRequest, { address: string; since: number }>();
  const addresses = createCounter();

  const end = (request: FastifyRequest) => {
    const transfer = open.get(request);
    if (!transfer) return;
    open.delete(request);
    addresses.remove(transfer.address);
  };

  const makeRoom = (isCandidate: (address: string) => boolean) => {
    const now = performance.now();
    let slowest: FastifyRequest | undefined;
    let longest = YIELD_MS;
    for (const [request, { address, since }] of open) {
      if (!isCandidate(address)) continue;
      const stalled = Math.min(stalledFor(request, now - since), now - since);
      if (stalled < longest) continue;
      longest = stalled;
      slowest = request;
    }
    if (!slowest) throw overloadedRefusal();
    end(slowest);
    slowest.raw.socket.destroy();
  };

  return {
    begin(request: FastifyRequest): void {
      const address = limitKey(request.ip);
      if (addresses.count(address) >= per_address) makeRoom((other) => other === address);
      else if (open.size >= total) makeRoom(() => true);
      open.set(request, { address, since: performance.now() });
      addresses.add(address);
    },
    end,
  };
}
