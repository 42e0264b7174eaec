import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg } from 'node:os';
import type { Attack, Check } from './attack.ts';
import { percentile, type Waiting } from './visitors.ts';

export type Result = { attack: Attack; quiet: Waiting; attacked: Waiting; checks: Check[] };

const TIMES = 3;
/** Below this, the noise of a shared machine dominates. */
const FLOOR_MS = 100;
const FAILED_MAX = 0.01;

export function isMet({ quiet, attacked, checks }: Result): boolean {
  return (
    percentile(attacked.ms, 0.99) <= boundOf(quiet) &&
    failedShare(attacked) <= Math.max(FAILED_MAX, failedShare(quiet)) &&
    [...attacked.log_ins, ...attacked.uploads].every(Boolean) &&
    checks.every(({ passed }) => passed)
  );
}

function boundOf(quiet: Waiting): number {
  return Math.max(TIMES * percentile(quiet.ms, 0.99), FLOOR_MS);
}

function failedShare({ ms, failed }: Waiting): number {
  return failed / Math.max(1, ms.length);
}

export function renderTable(results: Result[]): string {
  const head = [
    '| Attack | others quiet, p50 / p99 | during, p50 / p99 | at most | failed quiet / during | log-ins, uploads during | Checks | |',
    '| --- | ---: | ---: | ---: | ---: | ---: | --- | --- |',
  ];
  return [...head, ...results.map(renderRow)].join('\n');
}

function renderRow(result: Result): string {
  const { attack, quiet, attacked, checks } = result;
  const times = ({ ms }: Waiting) =>
    `${percentile(ms, 0.5).toFixed(1)} / ${percentile(ms, 0.99).toFixed(1)} ms`;
  const failed = ({ ms, failed: count }: Waiting) => `${count} of ${ms.length}`;
  const checked = checks.map(
    ({ name, passed, detail }) => `${passed ? '' : '**missed** '}${name}: ${detail}`,
  );
  return `| ${[
    attack.name,
    times(quiet),
    times(attacked),
    `${boundOf(quiet).toFixed(0)} ms`,
    `${failed(quiet)} / ${failed(attacked)}`,
    `${worked(attacked.log_ins)}, ${worked(attacked.uploads)}`,
    checked.join('<br>'),
    isMet(result) ? 'met' : '**missed**',
  ].join(' | ')} |`;
}

function worked(results: boolean[]): string {
  return `${results.filter(Boolean).length} of ${results.length}`;
}

export function renderReport(results: Result[], isSound: boolean): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const [cpu] = cpus();
  const titles = results.map(({ attack }) => `- \`${attack.name}\`: ${attack.title}`);
  return `# Attacks

Written by \`npm run rig attacks -- --report\` ([how](../../rigs/README.md#attacks)), ${new Date().toISOString().slice(0, 10)}, ${commit}: two production processes
with default settings, PostgreSQL, the attacker and the visitors on ${availableParallelism()} cores (${cpu?.model.trim()}), load average ${loadavg()[0]?.toFixed(1)} at the end. Others' p99 during an
attack is at most ${TIMES} times the quiet p99 measured in turns with it, or ${FLOOR_MS} ms where that is more; at most ${FAILED_MAX * 100} % of their requests fail, unless as many do when it is quiet; all log-ins and uploads work.

${titles.join('\n')}

${renderTable(results)}

\`lamplight verify\` afterwards: ${isSound ? 'clean' : '**found something**'}.
`;
}
