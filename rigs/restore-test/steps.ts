import type { Outcome } from './site.ts';

export type Step = { name: string; seconds: number; found: string };

export type Steps = {
  readonly done: Step[];
  /** Runs the step, and records its duration and a description of its result. */
  step<T>(name: string, work: () => Promise<T>, describe: (result: T) => string): Promise<T>;
};

export function recordSteps(onStep: (step: Step) => void): Steps {
  const done: Step[] = [];
  return {
    done,
    async step(name, work, describe) {
      const started = performance.now();
      const result = await work();
      const seconds = (performance.now() - started) / 1000;
      const one = { name, seconds, found: describe(result) };
      done.push(one);
      onStep(one);
      return result;
    },
  };
}

export function succeed({ code, output }: Outcome): string {
  if (code !== 0) throw new Error(`it ended with ${code}: ${output}`);
  return output;
}
