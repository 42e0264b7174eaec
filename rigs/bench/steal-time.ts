import { setTimeout as sleep } from 'node:timers/promises';
import { stolenWhile } from '../../test/support/processes.ts';

/** Share of all cores' time. Virtual machines report steal time; dedicated machines have none. */
export const STOLEN_MAX = 0.05;
/** How often a measurement is repeated by default because others used the machine. */
export const SPARE = 3;
const LOOK_MS = 250;
/** In one run, in total. */
const PATIENCE_MS = 600_000;
let waited = 0;

export function isQuiet(stolen: number): boolean {
  return stolen <= STOLEN_MAX;
}

/**
 * Measures while the machine is undisturbed, and repeats a disturbed measurement up to `spare` times. A warm-up is measured once in
 * any case.
 */
export function retryWhenStolen<T extends object>(
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

/** Waits a limited time: the steal time is reported with the result. */
async function untilQuiet(): Promise<void> {
  for (; waited < PATIENCE_MS; waited += LOOK_MS) {
    const { stolen } = await stolenWhile(() => sleep(LOOK_MS));
    if (isQuiet(stolen)) return;
  }
}
