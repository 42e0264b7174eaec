import { setTimeout as sleep } from 'node:timers/promises';
import { stolenWhile } from '../../test/support/processes.ts';

/** Of the time of all cores. A virtual machine is told what others got of it; one with cores of its own never has any. */
export const STOLEN_MAX = 0.05;
/** How often one thing is measured again, unless it is said otherwise, because the machine was somebody else's meanwhile. */
export const SPARE = 3;
const LOOK_MS = 250;
/** In one run, all in all. */
const PATIENCE_MS = 600_000;
let waited = 0;

export function isQuiet(stolen: number): boolean {
  return stolen <= STOLEN_MAX;
}

/**
 * Measures while the machine is ours, and again where it was not, as often as there is something to spare; a turn to
 * warm up is taken once, whatever happens.
 */
export function undisturbed<T extends object>(
  measure: () => Promise<T>,
  spare = SPARE,
): (isWarmUp?: boolean) => Promise<T & { stolen: number }> {
  let left = spare;
  return async (isWarmUp = false) => {
    for (;;) {
      const isFinal = isWarmUp || left === 0;
      if (!isFinal) await untilQuiet();
      const { result, stolen } = await stolenWhile(measure);
      if (isFinal || isQuiet(stolen)) return { ...result, stolen };
      left -= 1;
    }
  };
}

/** Not for ever: what was taken is told with what is measured. */
async function untilQuiet(): Promise<void> {
  for (; waited < PATIENCE_MS; waited += LOOK_MS) {
    const { stolen } = await stolenWhile(() => sleep(LOOK_MS));
    if (isQuiet(stolen)) return;
  }
}
