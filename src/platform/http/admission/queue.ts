import { Refusal } from '../../../refusals.ts';

export type AdmissionQueueOptions = {
  /** How many work at once. */
  places: number;
  /** While whoever is first has waited for longer, or whoever comes would, nobody else may join. */
  slow_ms: number;
  /** How long anybody waits at most. */
  patience_ms: number;
  /** Whether those inside are too many for what they wait for. */
  isCrowded?: () => boolean;
  now?: () => number;
};

export type AdmissionQueue = ReturnType<typeof createAdmissionQueue>;

/** For each who leaves; the second is for one who was not let in before, while it was crowded. */
const LET_IN = 2;

const RETRY_AFTER_SECONDS = 2;

export function overloadedRefusal(): Refusal {
  return new Refusal('overloaded', { retry_after: RETRY_AFTER_SECONDS });
}

/**
 * A few work, the others wait for their turn. A burst is short and everybody gets in; where more come than leave,
 * the line is soon too long for the pace at which it moves, or its first has waited too long already, and newcomers
 * are told at once rather than after a wait that was in vain. So whoever is let in is served in time, however many come.
 */
export function createAdmissionQueue(options: AdmissionQueueOptions) {
  const { places, slow_ms, patience_ms, isCrowded = () => false } = options;
  const { now = () => performance.now() } = options;
  const working = new Set<object>();
  const waiting = new Map<object, { since: number; admit(): void; refuse(): void }>();

  // Between two who are let in, lately; a line that has gone says nothing about the next.
  let pace_ms = 0;
  let moved_at = 0;

  // Whoever is alone has nobody to make room for.
  const hasPlace = () => working.size === 0 || (working.size < places && !isCrowded());

  const admitNext = () => {
    const [next] = waiting;
    if (!next || !hasPlace()) return;
    const [caller, { admit }] = next;
    waiting.delete(caller);
    working.add(caller);
    pace_ms += (now() - moved_at - pace_ms) / places;
    moved_at = now();
    admit();
  };

  return {
    isSlow(): boolean {
      const [first] = waiting.values();
      if (!first) return false;
      return now() - first.since > slow_ms || waiting.size * pace_ms > slow_ms;
    },
    /** Resolves when it is the caller's turn; nothing to wait for where there is a place at once. */
    enter(caller: object): Promise<void> | undefined {
      if (waiting.size === 0 && hasPlace()) {
        working.add(caller);
        return undefined;
      }
      if (waiting.size === 0) {
        pace_ms = 0;
        moved_at = now();
      }
      return new Promise<void>((resolve, reject) => {
        const refuse = () => {
          waiting.delete(caller);
          reject(overloadedRefusal());
        };
        const timer = setTimeout(refuse, patience_ms);
        const admit = () => {
          clearTimeout(timer);
          resolve();
        };
        waiting.set(caller, { since: now(), admit, refuse });
      });
    },
    /** Also for somebody who never came in, or goes a second time. */
    leave(caller: object): void {
      waiting.get(caller)?.refuse();
      if (!working.delete(caller)) return;
      for (let admitted = 0; admitted < LET_IN; admitted += 1) admitNext();
    },
  };
}
