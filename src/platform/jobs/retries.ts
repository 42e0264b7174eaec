import { addSeconds } from '../clock.ts';

/**
 * When to try again after the nth failed attempt. Each pause is longer by up to `spread` of itself, so that what failed in
 * one outage does not return in the same second; `chance` is from 0 to 1. Undefined: no more attempts.
 */
export function retriesAfter(pauses_seconds: readonly number[], spread: number) {
  return (attempts: number, now: Date, chance: number): Date | undefined => {
    const pause = pauses_seconds[attempts - 1];
    return pause === undefined ? undefined : addSeconds(now, pause * (1 + spread * chance));
  };
}
