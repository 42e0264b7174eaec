import { describeFacts, hintOf } from '../../health/actions/present-health.ts';
import type { HealthCheck, State } from '../../health/rules.ts';

/** `run` returns what it found or throws; the hint explains how to fix it. */
export type Check = { name: string; hint: string; run(): Promise<string> };

/** Thrown by a check if something works but needs attention. */
export class Warning extends Error {}

export type { State };
export type Finding = { name: string; state: State; found: string; hint?: string };

/** A check that the owner's page has too, as the command line reports it: in English. */
export function asCheck({ name, of, run }: HealthCheck): Check {
  const words = name.replaceAll('_', ' ');
  return {
    name: of === undefined ? words : `${words} ${of}`,
    hint: hintOf(name, 'en'),
    run: async () => {
      const { state, facts } = await run();
      const found = describeFacts(facts, 'en');
      if (state === 'doubtful') throw new Warning(found);
      if (state === 'wrong') throw new Error(found);
      return found;
    },
  };
}
