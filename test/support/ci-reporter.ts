import { writeFileSync } from 'node:fs';
import type { Reporter, TestCase } from 'vitest/node';

/** Prints the first failure of every test that passed only after a retry, and writes the counts that CI adds up. */
export class CiReporter implements Reporter {
  readonly #file: string;
  readonly #counts = { passed: 0, failed: 0, skipped: 0, retried: 0 };

  constructor(file: string) {
    this.#file = file;
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    if (state !== 'pending') this.#counts[state] += 1;
    if (!test.diagnostic()?.retryCount || state !== 'passed') return;
    this.#counts.retried += 1;
    const [first] = errors ?? [];
    console.log(`RETRIED ${test.module.relativeModuleId} > ${test.fullName}`);
    console.log(first?.stack ?? first?.message ?? 'the first failure left no error');
  }

  onTestRunEnd(): void {
    writeFileSync(this.#file, JSON.stringify(this.#counts));
  }
}
