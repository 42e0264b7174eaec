import { execFileSync, spawn } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Group } from './groups.ts';
import { isCertainKill, type Report, type Run } from './report.ts';

export const RESULTS = resolve('mutation-results');
const STRYKER = resolve('rigs/mutation/stryker/node_modules/@stryker-mutator/core/bin/stryker.js');

/** Mutates the group's files in a copy of the project; writes Stryker's JSON to `mutation-results`. */
export async function runGroup(group: Group, { workers, all }: { workers: number; all: boolean }) {
  if (!existsSync(STRYKER))
    throw new Error('Stryker is not installed: npm ci --prefix rigs/mutation/stryker');
  mkdirSync(RESULTS, { recursive: true });
  const file = (end: string) => join(RESULTS, `${group.name}.${end}`);
  writeFileSync(file('config.json'), JSON.stringify(configFor(group, workers, file), null, 2));
  keepCertainKills(file('incremental.json'));
  const started_at = new Date().toISOString();
  await new Promise<void>((done, fail) => {
    const child = spawn(
      process.execPath,
      [STRYKER, 'run', file('config.json'), ...(all ? ['--force'] : [])],
      {
        stdio: 'inherit',
        env: {
          ...process.env,
          MUTATION_TESTS: JSON.stringify(globSync(group.tests)),
          MUTATION_DATABASE: group.database ? 'yes' : '',
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

/** Turns `file.ts#name` into the lines of that function. */
function toLines(pattern: string): string {
  const [file = '', name] = pattern.split('#');
  if (!name) return file;
  const lines = readFileSync(file, 'utf8').split('\n');
  const first = lines.findIndex((line) => line.includes(`function ${name}(`));
  const length = lines.slice(first).indexOf('}');
  if (first < 0 || length < 0) throw new Error(`${file} has no function ${name}`);
  return `${file}:${first + 1}-${first + 1 + length}`;
}

/** Keeps only certain kills: survivors may meet a new test, and timeouts a quieter machine. */
function keepCertainKills(incremental: string): void {
  if (!existsSync(incremental)) return;
  const report = JSON.parse(readFileSync(incremental, 'utf8')) as Report;
  for (const one of Object.values(report.files)) one.mutants = one.mutants.filter(isCertainKill);
  writeFileSync(incremental, JSON.stringify(report));
}

function configFor(group: Group, workers: number, file: (end: string) => string) {
  return {
    mutate: group.mutate.map(toLines),
    testRunner: 'vitest',
    vitest: {
      configFile: 'rigs/mutation/vitest.config.ts',
      pool: 'threads',
      // Unit tests import the code under test; tests of the service send requests.
      related: !group.database,
    },
    plugins: ['@stryker-mutator/vitest-runner', resolve('rigs/mutation/ignore-texts.ts')],
    ignorers: ['texts'],
    coverageAnalysis: 'perTest',
    // Static code runs once, when its file is loaded, so these mutations need a run of their own.
    ignoreStatic: false,
    // Stryker reads tsconfig with a compiler API that TypeScript 7 does not have; ours needs no rewriting.
    tsconfigFile: 'none',
    concurrency: workers,
    // Long, for a busy machine: endless loops are detected by counting, not by waiting.
    timeoutMS: 90_000,
    dryRunTimeoutMinutes: 10,
    incremental: true,
    incrementalFile: file('incremental.json'),
    tempDirName: join(tmpdir(), 'lamplight-mutation'),
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
