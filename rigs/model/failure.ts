/** The part of fast-check's report that is told. */
export type Failure = {
  numRuns: number;
  numShrinks: number;
  seed: number;
  counterexample: readonly [boolean, unknown] | null;
  counterexamplePath: string | null;
  errorInstance: unknown;
};

/** The story, what was wrong at its end, and how to see it again. */
export function describeFailure(failure: Failure): string {
  const { counterexample, errorInstance: error } = failure;
  const again = 'npx vitest run --project walks rigs/model';
  if (!counterexample) {
    return `Out of time after ${failure.numRuns} runs, none of which differed: MODEL_SEED=${failure.seed} ${again}`;
  }
  const [audit, story] = [counterexample[0], String(counterexample[1])];
  const steps = /replayPath="([^"]*)"/.exec(story)?.[1] ?? '';
  return [
    `Run ${failure.numRuns} differs. The shortest story of ${failure.numShrinks} that also do, with review ${audit ? 'on' : 'off'}:`,
    story.replace(/ *\/\*.*/, '').replaceAll(/(?<=\}),(?=[a-z])/g, '\n'),
    describeError(error),
    `MODEL_SEED=${failure.seed} MODEL_PATH=${failure.counterexamplePath} MODEL_STEPS=${steps} ${again}`,
  ].join('\n\n');
}

/** Vitest shows the two sides only of what it throws itself. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { actual, expected } = error as { actual?: unknown; expected?: unknown };
  const sides = `answered: ${JSON.stringify(actual)}\nexpected: ${JSON.stringify(expected)}`;
  return `${error.stack}\n\n${sides}`;
}
