import { execFileSync, spawn } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Group } from './groups.ts';
import { isFoundForGood, type Report, type Run } from './report.ts';

export const RESULTS = resolve('mutation-results');
const STRYKER = resolve('rigs/mutation/stryker/node_modules/@stryker-mutator/core/bin/stryker.js');

/** Mutates the group's files in a copy of the project; leaves Stryker's JSON in `mutation-results`. */
export async function runGroup(group: Group, { workers, all }: { workers: number; all: boolean }) {
  if (!existsSync(STRYKER))
    throw new Error('Stryker is not installed: npm ci --prefix rigs/mutation/stryker');
  mkdirSync(RESULTS, { recursive: true });
  const file = (end: string) => join(RESULTS, `${group.name}.${end}`);
  writeFileSync(file('config.json'), JSON.stringify(configFor(group, workers, file), null, 2));
  forgetOthers(file('incremental.json'));
  const started_at = new Date().toISOString();
  await new Promise<void>((done, fail) => {
    const child = spawn(
      process.execPath,
      [STRYKER, 'run', file('config.json'), ...(all ? ['--force'] : [])],
      {
        stdio: 'inherit',
        env: {
          ...process.env,
          MUTANTS_TESTS: JSON.stringify(globSync(group.tests)),
          MUTANTS_DATABASE: group.database ? 'yes' : '',
        },
      },
    );
    child.on('error', fail);
    child.on('close', (code) =>
      code === 0 ? done() : fail(new Error(`Stryker ended with ${code} on ${group.name}`)),
    );
  });
  const run: Run = { commit: readCommit(), started_at };
  writeFileSync(file('run.json'), JSON.stringify(run));
}

function readCommit(): string {
  return execFileSync('git', ['describe', '--always', '--dirty=+'], { encoding: 'utf8' }).trim();
}

/** `file.ts#name` as the lines of that function: they move, its name does not. */
function toLines(pattern: string): string {
  const [file = '', name] = pattern.split('#');
  if (!name) return file;
  const lines = readFileSync(file, 'utf8').split('\n');
  const first = lines.findIndex((line) => line.includes(`function ${name}(`));
  const length = lines.slice(first).indexOf('}');
  if (first < 0 || length < 0) throw new Error(`${file} has no function ${name}`);
  return `${file}:${first + 1}-${first + 1 + length}`;
}

/** Only what a test found is found for good: a survivor may meet a new test, a wait that ran out a quieter machine. */
function forgetOthers(incremental: string): void {
  if (!existsSync(incremental)) return;
  const kept = JSON.parse(readFileSync(incremental, 'utf8')) as Report;
  for (const one of Object.values(kept.files)) one.mutants = one.mutants.filter(isFoundForGood);
  writeFileSync(incremental, JSON.stringify(kept));
}

function configFor(group: Group, workers: number, file: (end: string) => string) {
  return {
    mutate: group.mutate.map(toLines),
    testRunner: 'vitest',
    vitest: {
      configFile: 'rigs/mutation/vitest.config.ts',
      pool: 'threads',
      // A unit test imports what it tests; a test of the service sends requests.
      related: !group.database,
    },
    plugins: ['@stryker-mutator/vitest-runner', resolve('rigs/mutation/ignore-texts.ts')],
    ignorers: ['left-alone'],
    coverageAnalysis: 'perTest',
    // A table or a list is read once, when its file is loaded; it is worth a run of its own.
    ignoreStatic: false,
    // It would read ours by the compiler interface that TypeScript 7 has not; ours needs no rewriting.
    tsconfigFile: 'none',
    concurrency: workers,
    // Long, for a machine that does other things: a loop without an end is found by counting, not by waiting.
    timeoutMS: 90_000,
    dryRunTimeoutMinutes: 10,
    incremental: true,
    incrementalFile: file('incremental.json'),
    tempDirName: join(tmpdir(), 'lamplight-mutants'),
    cleanTempDir: 'always',
    ignorePatterns: [
      '/docs',
      '/deploy',
      '/examples',
      '/screenshots',
      '/data',
      '/dist',
      '/*-results',
    ],
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: file('json') },
    allowConsoleColors: false,
  };
}
