import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commitOf, type Provenance, provenanceOf, row, table } from '../chaos/report.ts';
import type { Result } from '../chaos/run-scenario.ts';
import type { Build } from '../chaos/site/site.ts';
import type { Row } from './growth.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DIRECTORY = join(ROOT, 'cluster-results');
const RESULTS = join(DIRECTORY, 'results.jsonl');
const REPORT = join(ROOT, 'docs', 'reports', 'cluster.md');

type Run = (Result & { rate: number }) | { id: 'growth'; rows: Row[] };
type StoredRun = Run & Provenance;

export function storeRun(run: Run, build: Build): void {
  mkdirSync(DIRECTORY, { recursive: true });
  appendFileSync(RESULTS, `${JSON.stringify({ ...run, ...provenanceOf(build) })}\n`);
}

/** The last run of each part. */
export function writeReport(): void {
  if (!existsSync(RESULTS)) throw new Error('nothing was measured yet: npm run rig cluster -- all');
  const lines = readFileSync(RESULTS, 'utf8').split('\n').filter(Boolean);
  const runs = new Map(
    lines.map((line) => JSON.parse(line) as StoredRun).map((run) => [run.id, run]),
  );
  writeFileSync(REPORT, reportOf([...runs.values()]));
}

function reportOf(runs: StoredRun[]): string {
  const [{ machine } = {} as StoredRun] = runs;
  return `# Cluster report

Written by \`npm run rig cluster -- --report\` from the last run of each part ([how](../../rigs/README.md#cluster)). A Citus cluster of a
coordinator and three workers with \`fsync\` on, two web processes and a worker process behind nginx, Redis and 60 clients share
${machine.cores} cores of ${machine.cpu} with ${machine.memory_gb} GB, which other programs used at the same time: times mean little about a real cluster, counts do not
depend on them. Distributed are the tables of \`lamplight db distribute\`.

${runs.map((run) => ('rows' in run ? growthSection(run) : section(run))).join('\n')}`;
}

function section(run: Extract<StoredRun, Result>): string {
  const errors = Object.entries(run.errors).map(([name, times]) => `${name} × ${times}`);
  const wrong = [...run.findings.map(({ text }) => text), ...run.surprises];
  return `## ${run.id}: ${run.title}

${aboutOf(run)}, seed ${run.seed}, ${run.seconds} s at ${run.rate} operations per second: ${run.operations} operations (${run.requests} requests), ${run.outcomes.ok} acknowledged,
${run.outcomes.refused} refused, ${run.outcomes.unknown} open at first. Not served: ${errors.join(', ') || 'none'}.

${table(['Measured', 'Value', 'Target', ''], run.metrics.map(row))}
${wrong.map((text) => `\n- ${text}`).join('')}
`;
}

function growthSection(run: Extract<StoredRun, { rows: Row[] }>): string {
  const rounded = (value: number) => (value < 10 ? value.toFixed(1) : String(Math.round(value)));
  return `## growth: what an operation touches

${aboutOf(run)}. One operation at a time on a quiet site without a worker process. Statements include \`BEGIN\`, \`PREPARE TRANSACTION\` and so
on; round trips and bytes are those between the coordinator and all workers.

${table(
  [
    'Operation',
    'Workers touched',
    'Statements, coordinator',
    'Statements, workers',
    'Round trips',
    'Bytes',
  ],
  run.rows.map(({ title, workers, coordinator, statements, trips, bytes }) => [
    title,
    workers.least === workers.most ? `${workers.most}` : `${workers.least} to ${workers.most}`,
    ...[coordinator, statements, trips].map(rounded),
    String(Math.round(bytes)),
  ]),
)}
`;
}

function aboutOf(run: Provenance): string {
  return `${run.finished_at.slice(0, 10)}, commit ${commitOf(run)}, ${run.build} ${run.fingerprint}`;
}
