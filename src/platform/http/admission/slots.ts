import type { FastifyRequest } from 'fastify';
import { limitKey } from '../../limits/address.ts';
import { createCounter } from './counter.ts';
import { overloadedRefusal } from './queue.ts';

export type Slots = ReturnType<typeof createSlots>;

/** So many requests of a kind run at once, and so many of one address; the next is rejected. */
export function createSlots({ total, per_address }: { total: number; per_address: number }) {
  const held = new Map<FastifyRequest, { kind: string; share: string }>();
  const kinds = createCounter();
  const shares = createCounter();
  return {
    /** Again for one that holds a slot: it keeps it. */
    take(request: FastifyRequest, kind: string): void {
      if (held.has(request)) return;
      const share = `${kind} ${limitKey(request.ip)}`;
      if (kinds.count(kind) >= total || shares.count(share) >= per_address)
        throw overloadedRefusal();
      held.set(request, { kind, share });
      kinds.add(kind);
      shares.add(share);
    },
    release(request: FastifyRequest): void {
      const slot = held.get(request);
      if (!slot) return;
      held.delete(request);
      kinds.remove(slot.kind);
      shares.remove(slot.share);
    },
  };
}
