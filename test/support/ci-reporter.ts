import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';

type Failure = { test: string; error: string };

/**
 * Prints the first failure of every test that passed only after a retry, and writes the counts that CI adds up.
 * The failures go into the file as well: CI repeats them at its end, where a reader looks first.
 */
export class CiReporter implements Reporter {
  readonly #file: string;
  readonly #counts = { passed: 0, failed: 0, skipped: 0, retried: 0 };
  readonly #failures: Failure[] = [];

  constructor(file: string) {
    this.#file = file;
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    if (state !== 'pending') this.#counts[state] += 1;
    const name = `${test.module.relativeModuleId} > ${test.fullName}`;
    if (state === 'failed') this.#failures.push({ test: name, error: explain(errors?.at(-1)) });
    if (!test.diagnostic()?.retryCount || state !== 'passed') return;
    this.#counts.retried += 1;
    console.log(`RETRIED ${name}\n${explain(errors?.[0])}`);
  }

  /** A file that cannot be loaded and an error outside of any test fail the run as well. */
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    for (const module of modules) {
      const suites = [module, ...module.children.allSuites()];
      for (const error of suites.flatMap((suite) => suite.errors()))
        this.#failures.push({ test: module.relativeModuleId, error: explain(error) });
    }
    for (const error of unhandled)
      this.#failures.push({ test: 'outside of any test', error: explain(error) });
    writeFileSync(this.#file, JSON.stringify({ ...this.#counts, failures: this.#failures }));
  }
}

function explain(error: SerializedError | undefined): string {
  return error?.stack ?? error?.message ?? 'it left no error';
}
