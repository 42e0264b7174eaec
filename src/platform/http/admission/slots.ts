import type { FastifyRequest } from 'fastify';
import { limitKey } from '../../limits/address.ts';
import { type Bound, YIELD_MS } from './limits.ts';
import { overloadedRefusal } from './queue.ts';

export type Slots = ReturnType<typeof createSlots>;

/** Bounds how many requests of a kind run at once, in total and per address. Rejects the next one. */
export function createSlots({ total, per_address }: Bound) {
  const slots = new Map<FastifyRequest, { kind: string; share: string }>();
  const kinds = createCounter();
  const shares = createCounter();
  return {
    /** A request that has a slot keeps it. */
    acquire(request: FastifyRequest, kind: string): void {
      if (slots.has(request)) return;
      const share = `${kind} ${limitKey(request.ip)}`;
      if (kinds.count(kind) >= total || shares.count(share) >= per_address)
        throw overloadedRefusal();
      slots.set(request, { kind, share });
      kinds.add(kind);
      shares.add(share);
    },
    release(request: FastifyRequest): void {
      const slot = slots.get(request);
      if (!slot) return;
      slots.delete(request);
      kinds.remove(slot.kind);
      shares.remove(slot.share);
    },
  };
}

export type TransferSlots = ReturnType<typeof createTransferSlots>;

type TransferOptions = Bound & {
  /** For how long it has made no progress; `duration_ms` is how long it has lasted. */
  stalledFor(request: FastifyRequest, duration_ms: number): number;
};

/**
 * Bounds transfers of a kind. At the bound, the transfer that has stalled longest is disconnected, so clients that send
 * or read nothing cannot block others, however many addresses they have. If all make progress, rejects the new one.
 */
export function createTransferSlots({ total, per_address, stalledFor }: TransferOptions) {
  const transfers = new Map<FastifyRequest, { address: string; since: number }>();
  const addresses = createCounter();

  const release = (request: FastifyRequest) => {
    const transfer = transfers.get(request);
    if (!transfer) return;
    transfers.delete(request);
    addresses.remove(transfer.address);
  };

  const evictSlowest = (isCandidate: (address: string) => boolean) => {
    const now = performance.now();
    let slowest: FastifyRequest | undefined;
    let longest = YIELD_MS;
    for (const [request, { address, since }] of transfers) {
      if (!isCandidate(address)) continue;
      const stalled = Math.min(stalledFor(request, now - since), now - since);
      if (stalled < longest) continue;
      longest = stalled;
      slowest = request;
    }
    if (!slowest) throw overloadedRefusal();
    release(slowest);
    slowest.raw.socket.destroy();
  };

  return {
    acquire(request: FastifyRequest): void {
      const address = limitKey(request.ip);
      if (addresses.count(address) >= per_address) evictSlowest((other) => other === address);
      else if (transfers.size >= total) evictSlowest(() => true);
      transfers.set(request, { address, since: performance.now() });
      addresses.add(address);
    },
    release,
  };
}

/** Counts by key; a key at zero takes no memory. */
export function createCounter() {
  const counts = new Map<string, number>();
  return {
    count: (key: string): number => counts.get(key) ?? 0,
    add(key: string): void {
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    remove(key: string): void {
      const rest = (counts.get(key) ?? 0) - 1;
      if (rest > 0) counts.set(key, rest);
      else counts.delete(key);
    },
  };
}
