import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { World } from './clients.ts';
import { isMet, type Metric } from './metrics.ts';
import type { Result } from './run-scenario.ts';
import type { Build } from './site/site.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DIRECTORY = join(ROOT, 'chaos-results');
const RESULTS = join(DIRECTORY, 'results.jsonl');
const PUBLISHED = join(ROOT, 'docs', 'reports', 'reliability-runs.jsonl');
const REPORT = join(ROOT, 'docs', 'reports', 'reliability.md');

/** The commit, machine and build of a measurement. */
export type Provenance = {
  commit: string;
  changed: boolean;
  finished_at: string;
  machine: { cpu: string; cores: number; memory_gb: number; node: string };
  build: string;
  fingerprint: string;
};

type StoredResult = Result & Provenance;

export function provenanceOf(build: Build): Provenance {
  const [cpu] = cpus();
  return {
    commit: git('rev-parse', '--short', 'HEAD'),
    changed: git('status', '--porcelain', '--', 'src', 'migrations') !== '',
    finished_at: new Date().toISOString(),
    machine: {
      cpu: cpu?.model.trim() ?? '',
      cores: cpus().length,
      memory_gb: Math.round(totalmem() / 2 ** 30),
      node: process.version,
    },
    build: build.describe,
    fingerprint: build.fingerprint,
  };
}

export function storeResult(result: Result, build: Build): void {
  mkdirSync(DIRECTORY, { recursive: true });
  const stored: StoredResult = { ...result, ...provenanceOf(build) };
  appendFileSync(RESULTS, `${JSON.stringify(stored)}\n`);
}

/** For debugging: every operation, and the last output of the processes. */
export function storeTraces({ rig, history }: World, name: string): void {
  const directory = join(DIRECTORY, name);
  mkdirSync(directory, { recursive: true });
  copyFileSync(history.file, join(directory, 'history.jsonl'));
  for (const [index, web] of rig.webs.entries())
    writeFileSync(join(directory, `web-${index + 1}.log`), web.output());
  for (const [index, worker] of rig.workers.entries())
    writeFileSync(join(directory, `worker-${index + 1}.log`), worker.output());
  for (const node of rig.cluster?.nodes ?? [])
    writeFileSync(join(directory, `${node.name}.log`), node.output());
}

export function readRuns<Run>(file: string): Run[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Run);
}

export function commitOf({ commit, changed }: Provenance): string {
  return changed ? `${commit} and changes` : commit;
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
}

/**
 * Results come from several runs: adds this machine's runs to the published ones, and writes the report about all. The end time
 * identifies a run.
 */
export function publishRuns(): void {
  const published = readRuns<StoredResult>(PUBLISHED);
  const known = new Set(published.map(({ finished_at }) => finished_at));
  const all = [
    ...published,
    ...readRuns<StoredResult>(RESULTS).filter((one) => !known.has(one.finished_at)),
  ];
  writeFileSync(PUBLISHED, all.map((one) => `${JSON.stringify(one)}\n`).join(''));
  writeFileSync(REPORT, reportOf(all));
}

/**
 * Totals of all runs, also failed ones; and of every scenario the last among its longest runs, in minutes.
 */
function reportOf(results: StoredResult[]): string {
  const ids = [...new Set(results.map(({ id }) => id))].sort(byNumber);
  const longest = ids.map((id) => {
    const runs = results.filter((one) => one.id === id);
    return runs.reduce((best, one) => (minutesOf(one) >= minutesOf(best) ? one : best));
  });
  const sum = (read: (one: StoredResult) => number) =>
    results.reduce((total, one) => total + read(one), 0);
  const named = (name: string) => (one: StoredResult) =>
    one.metrics.find((it) => it.name === name)?.value ?? 0;
  const totals: [string, string][] = [
    ['runs', String(results.length)],
    ['of those, passed', String(results.filter(({ passed }) => passed).length)],
    ['minutes of faults', (sum(({ seconds }) => seconds) / 60).toFixed(1)],
    ['operations', String(sum(({ operations }) => operations))],
    ['acknowledged and lost', String(sum(named('acknowledged and lost')))],
    ['done twice', String(sum(named('done twice')))],
    ['refused and done', String(sum(named('refused and done')))],
    ['rows that break an invariant', String(sum(({ invariant_rows }) => invariant_rows))],
  ];
  return `# Reliability report

Written by \`npm run rig chaos -- --report\` from the runs of \`npm run rig chaos\`. Each run starts two web processes and a worker
behind nginx, with a PostgreSQL (C4: three, with Patroni) and a Redis of its own and a proxy before each that simulates the network (since
3a97737 C17 has none before PostgreSQL, whose speed it measures; since e8ad2b5 C10 has the default admission queue). It runs 60 clients, injects faults, heals, retries
open operations with their keys, runs \`lamplight verify\`, and compares every response with the stored rows. The seed repeats the faults
and the choices of the clients; how they interleave depends on the machine.

## All runs

${table(['', ''], totals)}

${table(
  ['', 'Ended', 'Minutes', 'Operations', 'Verdict', 'Missed', 'Seed', 'Commit', 'Build'],
  results.map((one) => [
    one.id,
    one.finished_at.slice(0, 16).replace('T', ' '),
    (one.seconds / 60).toFixed(1),
    String(one.operations),
    one.passed ? 'passed' : 'not passed',
    missedOf(one),
    String(one.seed),
    commitOf(one),
    one.fingerprint,
  ]),
)}

Bugs found by failed runs, and fixed, are in [bugs-found.md](../bugs-found.md). The last among the longest runs of each scenario follows.

${longest.map(section).join('\n')}`;
}

function minutesOf({ seconds }: StoredResult): number {
  return Math.round(seconds / 60);
}

function missedOf({ metrics }: StoredResult): string {
  return metrics
    .filter((one) => !isMet(one))
    .map(({ name, value, unit }) => `${name} ${value} ${unit}`.trim())
    .join('; ');
}

function byNumber(a: string, b: string): number {
  const numberOf = (id: string) => Number.parseInt(id.slice(1), 10) || Number.MAX_SAFE_INTEGER;
  return numberOf(a) - numberOf(b);
}

function section(one: StoredResult): string {
  const { machine } = one;
  const wrong = [...one.findings.map(({ text }) => text), ...one.surprises];
  return `## ${one.id}: ${one.title}

${one.finished_at.slice(0, 10)}, ${one.seconds} s, ${one.requests} requests, on ${machine.cores} cores of ${machine.cpu} with ${machine.memory_gb} GB, Node ${machine.node}, ${one.build}.

${table(['Measured', 'Value', 'Target', ''], one.metrics.map(row))}
${wrong.map((text) => `\n- ${text}`).join('')}
`;
}

export function row(one: Metric): string[] {
  const limits = [
    one.min === undefined ? '' : `≥ ${one.min}`,
    one.max === undefined ? '' : `≤ ${one.max}`,
  ].filter(Boolean);
  const verdict = limits.length === 0 ? '' : isMet(one) ? 'met' : '**missed**';
  return [one.name, `${one.value} ${one.unit}`.trim(), limits.join(', '), verdict];
}

export function table(heads: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}
