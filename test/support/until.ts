import { waitFor } from './child.ts';

const LIMIT_SECONDS = 30;

/** Polls until the condition is true, instead of sleeping for a fixed time. */
export function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  return waitFor(condition, undefined, LIMIT_SECONDS);
}
