import { cleanUp } from './cleanup.ts';

/** Cleans up when the run is interrupted. */
export function stopOnSignals(): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      void cleanUp().finally(() => process.exit(130));
    });
  }
}
