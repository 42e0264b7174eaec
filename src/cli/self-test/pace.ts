import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../failure.ts';

const REQUESTS_MAX = 400;
/** Reserved for deleting what the checks made. */
const RESERVED = 40;

/** Bounds how many requests a run sends, and how fast. */
export class Pace {
  sent = 0;
  #stopped = false;
  #isCleaningUp = false;
  #next = 0;
  readonly #pause_ms: number;

  constructor(per_second: number) {
    this.#pause_ms = 1000 / per_second;
  }

  /** The running check fails at its next request. */
  stop(): void {
    this.#stopped = true;
  }

  get isStopped(): boolean {
    return this.#stopped;
  }

  startCleanUp(): void {
    this.#isCleaningUp = true;
  }

  async wait(): Promise<void> {
    const max = this.#isCleaningUp ? REQUESTS_MAX + RESERVED : REQUESTS_MAX;
    if (this.sent >= max) throw new Failure(`more than ${max} requests`);
    if (this.#stopped && !this.#isCleaningUp) throw new Failure('stopped');
    this.sent++;
    const now = performance.now();
    const at = Math.max(now, this.#next);
    this.#next = at + this.#pause_ms;
    if (at > now) await sleep(at - now);
  }
}
