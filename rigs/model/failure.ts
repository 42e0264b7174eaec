/** The part of fast-check's report that is shown. */
export type Failure = {
  numRuns: number;
  numShrinks: number;
  seed: number;
  counterexample: readonly [boolean, unknown] | null;
  counterexamplePath: string | null;
  errorInstance: unknown;
};

/** The counterexample, the difference at its end, and the command that repeats it. */
export function describeFailure(failure: Failure): string {
  const { counterexample, errorInstance: error } = failure;
  const again = 'npm run rig model';
  if (!counterexample) {
    return `Out of time after ${failure.numRuns} runs, none of which differed: MODEL_SEED=${failure.seed} ${again}`;
  }
  const [audit, commands] = [counterexample[0], String(counterexample[1])];
  const steps = /replayPath="([^"]*)"/.exec(commands)?.[1] ?? '';
  return [
    `Run ${failure.numRuns} differs. The shortest counterexample after ${failure.numShrinks} shrinks, with review ${audit ? 'on' : 'off'}:`,
    commands.replace(/ *\/\*.*/, '').replaceAll(/(?<=\}),(?=[a-z])/g, '\n'),
    describeError(error),
    `MODEL_SEED=${failure.seed} MODEL_PATH=${failure.counterexamplePath} MODEL_STEPS=${steps} ${again}`,
  ].join('\n\n');
}

/** Vitest prints expected and actual only for errors it throws itself. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { actual, expected } = error as { actual?: unknown; expected?: unknown };
  const sides = `actual: ${JSON.stringify(actual)}\nexpected: ${JSON.stringify(expected)}`;
  return `${error.stack}\n\n${sides}`;
}
