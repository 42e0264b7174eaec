import { Refusal } from '../../../refusals.ts';

export type AdmissionQueueOptions = {
  /** How many requests run at once. */
  concurrency: number;
  /** The queue is saturated while its first request has waited longer, or a new one would. */
  shed_delay_ms: number;
  /** How long a request waits at most. */
  timeout_ms: number;
  /** Whether running requests already wait too long for a connection. */
  isPoolSaturated?: () => boolean;
  now?: () => number;
};

export type AdmissionQueue = ReturnType<typeof createAdmissionQueue>;

/** Admit up to two per completion, to catch up after a pause. */
const ADMITTED_PER_COMPLETION = 2;

const RETRY_AFTER_SECONDS = 2;

export function overloadedRefusal(): Refusal {
  return new Refusal('overloaded', { retry_after: RETRY_AFTER_SECONDS });
}

/**
 * A FIFO queue with bounded concurrency. It rejects by expected wait, not by length: a short burst is admitted
 * completely; under lasting overload new requests are rejected at once and admitted ones are served in time.
 */
export function createAdmissionQueue(options: AdmissionQueueOptions) {
  const { concurrency, shed_delay_ms, timeout_ms, isPoolSaturated = () => false } = options;
  const { now = () => performance.now() } = options;
  const running = new Set<object>();
  const waiting = new Map<object, { since: number; admit(): void; reject(): void }>();

  // The average time between two admissions. Reset with an empty queue: it does not predict the next one.
  let interval_ms = 0;
  let admitted_at = 0;

  // With nothing running, no completion would ever admit the next request.
  const canAdmit = () => running.size === 0 || (running.size < concurrency && !isPoolSaturated());

  const admitNext = () => {
    const [next] = waiting;
    if (!next || !canAdmit()) return;
    const [request, { admit }] = next;
    waiting.delete(request);
    running.add(request);
    interval_ms += (now() - admitted_at - interval_ms) / concurrency;
    admitted_at = now();
    admit();
  };

  return {
    isSaturated(): boolean {
      const [first] = waiting.values();
      if (!first) return false;
      return now() - first.since > shed_delay_ms || waiting.size * interval_ms > shed_delay_ms;
    },
    /** Resolves when the request is admitted; undefined if it is admitted at once. */
    acquire(request: object): Promise<void> | undefined {
      if (waiting.size === 0 && canAdmit()) {
        running.add(request);
        return undefined;
      }
      if (waiting.size === 0) {
        interval_ms = 0;
        admitted_at = now();
      }
      return new Promise<void>((resolve, fail) => {
        const reject = () => {
          waiting.delete(request);
          fail(overloadedRefusal());
        };
        const timer = setTimeout(reject, timeout_ms);
        const admit = () => {
          clearTimeout(timer);
          resolve();
        };
        waiting.set(request, { since: now(), admit, reject });
      });
    },
    /** Does nothing for a request that was never admitted, or is released already. */
    release(request: object): void {
      waiting.get(request)?.reject();
      if (!running.delete(request)) return;
      for (let admitted = 0; admitted < ADMITTED_PER_COMPLETION; admitted += 1) admitNext();
    },
  };
}
