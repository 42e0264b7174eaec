import type { Community } from './community.ts';

/** A condition besides the latency of other visitors. */
export type Check = { name: string; passed: boolean; detail: string };

export type Attack = {
  name: string;
  title: string;
  /** Setup before anything is measured. */
  prepare?(community: Community): Promise<void>;
  /** Attacks until the signal is aborted, or as long as it needs, and returns its checks. */
  run(community: Community, signal: AbortSignal): Promise<Check[]>;
};

/** Calls `act` at a rate per second, without waiting for responses. */
export async function repeat(
  per_second: number,
  signal: AbortSignal,
  act: () => Promise<unknown>,
): Promise<void> {
  const pending: Promise<unknown>[] = [];
  const began = performance.now();
  for (let count = 0; !signal.aborted; count++) {
    const due = began + (count * 1000) / per_second - performance.now();
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due)));
    if (!signal.aborted) pending.push(act());
  }
  await Promise.all(pending);
}

/** Resolves when the signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve());
  });
}
