import { existsSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestCase, Vitest } from 'vitest/node';
import type { Missing } from './missing.ts';

type LeftOut = { project: string; files: string[]; what: string };

/** Ends a run with what it skipped and why: a green run on a bare machine must not look like a complete one. */
export class SkipReporter implements Reporter {
  readonly #list: string;
  readonly #leftOut: LeftOut[];
  readonly #skipped = new Map<string, TestCase[]>();
  #projects: string[] = [];
  #isFiltered = false;

  /** `list`: the file that `recordMissing` writes. `leftOut`: files that the configuration excludes. */
  constructor(list: string, leftOut: LeftOut[]) {
    this.#list = list;
    this.#leftOut = leftOut;
  }

  onInit(vitest: Vitest): void {
    this.#projects = vitest.projects.map(({ name }) => name);
    this.#isFiltered = Boolean(vitest.config.testNamePattern);
  }

  onTestCaseResult(test: TestCase): void {
    if (test.result().state !== 'skipped') return;
    const { moduleId } = test.module;
    this.#skipped.set(moduleId, [...(this.#skipped.get(moduleId) ?? []), test]);
  }

  onTestRunEnd(): void {
    const missing = this.#readMissing();
    const lines = [...this.#skipped].map(([file, tests]) => {
      const programs = missing.filter((one) => one.file === file).map(({ what }) => what);
      const reason = [...new Set(programs)].join(', ') || tests[0]?.fullName;
      return `  ${relative('.', file)} (${tests.length}): ${reason}`;
    });
    const files = this.#leftOut.filter(({ project }) => this.#projects.includes(project));
    lines.push(...files.map((one) => `  ${one.files.join(', ')} (all): ${one.what}`));
    // `-t` skips tests as well, and on purpose.
    if (lines.length > 0 && !this.#isFiltered)
      console.log(['Skipped, with what is missing:', ...lines, ''].join('\n'));
  }

  #readMissing(): Missing[] {
    if (!existsSync(this.#list)) return [];
    const lines = readFileSync(this.#list, 'utf8').trim().split('\n');
    rmSync(this.#list);
    return lines.map((line) => JSON.parse(line));
  }
}
