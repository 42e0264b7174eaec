/** Renders the results of the runs as a document. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCorpus, TARGETS } from './read-corpus.ts';
import { RESULTS, type Result } from './run.ts';

export function fuzzDocument(runs = readRuns()): string {
  return [
    '# Coverage-guided fuzzing',
    '',
    'Written by `npm run rig fuzz -- --report` from the runs on this machine. The properties of each target are in `rigs/fuzz/targets`; every test run',
    'replays the corpus. An edge is a branch of the code; edges in libraries that a target calls are counted too.',
    'A find is an input that violated a property or ended the process.',
    '',
    '| Target | Runs | Minutes | Inputs tried | Edges covered | Corpus | Finds |',
    '|---|---|---|---|---|---|---|',
    ...[...TARGETS.keys()].map((name) => targetRow(name, runs)),
    '',
    '## Runs',
    '',
    '| Target | Began | Commit | Seed | Minutes | Inputs tried | Edges | Peak memory | Finds |',
    '|---|---|---|---|---|---|---|---|---|',
    ...runs.map(runRow),
    '',
  ].join('\n');
}

function readRuns(): Result[] {
  return readdirSync(RESULTS)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(RESULTS, name), 'utf8')) as Result)
    .sort((a, b) => (a.started_at < b.started_at ? -1 : 1));
}

function targetRow(name: string, all: Result[]): string {
  const runs = all.filter(({ target }) => target === name);
  const sum = (read: (run: Result) => number) =>
    runs.reduce((so_far, run) => so_far + read(run), 0);
  return row(
    name,
    runs.length,
    toMinutes(sum((run) => run.ran_seconds)),
    toCount(sum((run) => run.executions)),
    toCount(Math.max(0, ...runs.map((run) => run.coverage))),
    readCorpus(name).length,
    sum((run) => run.finds.length),
  );
}

function runRow(run: Result): string {
  return row(
    run.target,
    run.started_at.slice(0, 16).replace('T', ' '),
    run.commit,
    run.seed,
    toMinutes(run.ran_seconds),
    toCount(run.executions),
    toCount(run.coverage),
    `${run.peak_rss_mb} MB`,
    run.finds.length,
  );
}

function row(...cells: (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}

function toMinutes(seconds: number): string {
  return (seconds / 60).toFixed(1);
}

function toCount(count: number): string {
  return count.toLocaleString('en').replaceAll(',', ' ');
}
