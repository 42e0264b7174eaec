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

/** What one load came to. */
export type Result = {
  id: string;
  title: string;
  seed: number;
  /** Requests a second; that of the same run, unless it was told. */
  capacity: number;
  seconds: number;
  placement: string;
  requests: number;
  /** How often each was not served, as `503 overloaded`. */
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

/** The last command's loads: they were sent to one site, and only so are multiples of its capacity. */
function reportOf(all: StoredResult[]): string {
  const last = all.at(-1);
  if (!last) throw new Error('nothing was measured yet: npm run rig load -- all');
  const results = all.filter(
    ({ seed, fingerprint }) => seed === last.seed && fingerprint === last.fingerprint,
  );
  const { machine } = last;
  return `# Overload report

Written by \`npm run rig load -- --report\` from the last run of \`npm run rig load\`. The traffic is an open
model: requests come at a constant rate, each at its moment, whether or not the earlier ones were answered, and what
each waits is counted from that moment. Four in five read (the front page, lists, posts, comments, spaces; half of them
without a log-in), one in five writes (likes, favorites, follows, comments, energy), each with a key of its own. The
site is one web process as it comes, asked directly, with a PostgreSQL, a Redis and a worker; ${last.placement}.
Times are those of this machine and of nobody else's; what counts is the ratio to its capacity C, which is
${last.capacity} requests a second${results.some(({ id }) => id === 'C') ? '' : ' by order, and was not measured'}.

${last.finished_at.slice(0, 10)}, commit ${last.changed ? `${last.commit} and changes` : last.commit}, ${last.build} ${last.fingerprint}, seed ${last.seed}, on ${machine.cores} cores of ${machine.cpu} with ${machine.memory_gb} GB, Node ${machine.node}.

${table(
  ['', 'Load', 'Seconds', 'Requests', ''],
  results.map((one) => [
    one.id,
    one.title,
    String(one.seconds),
    String(one.requests),
    one.passed ? 'as request' : '**not as request**',
  ]),
)}

${results.map(section).join('\n')}`;
}

function section(one: StoredResult): string {
  const failures = Object.entries(one.failures).map(([name, times]) => `${name} × ${times}`);
  return `## ${one.id}: ${one.title}

${table(['Measured', 'Value', 'RequestDraft', ''], one.metrics.map(row))}

Not served: ${failures.join(', ') || 'none'}.
`;
}
