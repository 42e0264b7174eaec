import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Metric } from '../chaos/metrics.ts';
import { type Provenance, provenanceOf, row, table } from '../chaos/report.ts';
import type { Build } from '../chaos/site/site.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DIRECTORY = join(ROOT, 'load-results');
const RESULTS = join(DIRECTORY, 'results.jsonl');
const REPORT = join(ROOT, 'docs', 'reports', 'overload.md');

/** The result of one load. */
export type Result = {
  id: string;
  title: string;
  seed: number;
  /** Requests per second: measured in the same run, or given by --rate. */
  capacity: number;
  seconds: number;
  placement: string;
  requests: number;
  /** Counts of failures, such as `503 overloaded`. */
  failures: Record<string, number>;
  metrics: Metric[];
  passed: boolean;
};

type StoredResult = Result & Provenance;

export function storeResult(result: Result, build: Build): void {
  mkdirSync(DIRECTORY, { recursive: true });
  appendFileSync(RESULTS, `${JSON.stringify({ ...result, ...provenanceOf(build) })}\n`);
}

export function readResults(): StoredResult[] {
  if (!existsSync(RESULTS)) return [];
  const lines = readFileSync(RESULTS, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as StoredResult);
}

export function writeReport(results: StoredResult[]): void {
  writeFileSync(REPORT, reportOf(results));
}

/** The loads of the last command: they hit one site, so they are multiples of its capacity. */
function reportOf(all: StoredResult[]): string {
  const last = all.at(-1);
  if (!last) throw new Error('nothing was measured yet: npm run rig load -- all');
  const results = all.filter(
    ({ seed, fingerprint }) => seed === last.seed && fingerprint === last.fingerprint,
  );
  const { machine } = last;
  return `# Overload report

Written by \`npm run rig load -- --report\` from the last run of \`npm run rig load\`. The traffic is an open model: requests arrive at a constant
rate, whether or not earlier ones have completed, and latency counts from the scheduled time. Four in five are reads (the front page, lists,
posts, comments, spaces; half of them anonymous), one in five writes (likes, favorites, follows, comments, energy), each with an
idempotency key. The site is one web process with default settings and no proxy, with a PostgreSQL, a Redis and a worker; ${last.placement}.
Absolute times are valid for this machine only; the ratio to its capacity C counts, which is
${last.capacity} requests per second${results.some(({ id }) => id === 'C') ? '' : ' (given by --rate, not measured)'}.

${last.finished_at.slice(0, 10)}, commit ${last.changed ? `${last.commit} and changes` : last.commit}, ${last.build} ${last.fingerprint}, seed ${last.seed}, on ${machine.cores} cores of ${machine.cpu} with ${machine.memory_gb} GB, Node ${machine.node}.

${table(
  ['', 'Load', 'Seconds', 'Requests', ''],
  results.map((one) => [
    one.id,
    one.title,
    String(one.seconds),
    String(one.requests),
    one.passed ? 'met' : '**missed**',
  ]),
)}

${results.map(section).join('\n')}`;
}

function section(one: StoredResult): string {
  const failures = Object.entries(one.failures).map(([name, times]) => `${name} × ${times}`);
  return `## ${one.id}: ${one.title}

${table(['Measured', 'Value', 'Target', ''], one.metrics.map(row))}

Not served: ${failures.join(', ') || 'none'}.
`;
}
