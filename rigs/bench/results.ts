import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Metric } from '../chaos/metrics.ts';
import { type Provenance, provenanceOf, readRuns } from '../chaos/report.ts';
import type { Build } from '../chaos/site/site.ts';
import type { SetSize } from '../query-plans/fill.ts';
import { versions } from './environment.ts';
import type { Row } from './interleave.ts';
import type { Profile } from './profile.ts';

export const DIRECTORY = fileURLToPath(new URL('../../bench-results/', import.meta.url));
const RESULTS = join(DIRECTORY, 'results.jsonl');
const PUBLISHED = fileURLToPath(
  new URL('../../docs/reports/performance-runs.jsonl', import.meta.url),
);

/** The least that a report shows; smaller runs are for work on the bench. */
export const WHOLE = { rounds: 7, seconds: 5, scale: 1 };

/** The conditions of the measurement. */
export type Setting = {
  size: SetSize;
  rounds: number;
  seconds: number;
  placement: string;
  database: string;
  isWhole: boolean;
};

export type Section =
  | 'ratios'
  | 'process'
  | 'steady'
  | 'two'
  | 'growth'
  | 'idle'
  | 'peers'
  | 'profiles';

/** Every sample of operations; for other sections the metrics and the series behind them. */
export type Measured = {
  rows?: Row[];
  metrics: Metric[];
  series?: Record<string, number[]>;
  profiles?: Profile[];
};

export type Result = Measured & { section: Section };

export type StoredResult = Result &
  Provenance & { setting: Setting; versions: ReturnType<typeof versions> };

export function storeResult(result: Result, setting: Setting, build: Build): void {
  mkdirSync(DIRECTORY, { recursive: true });
  const stored: StoredResult = { ...result, setting, versions: versions(), ...provenanceOf(build) };
  appendFileSync(RESULTS, `${JSON.stringify(stored)}\n`);
}

/**
 * Results come from several runs: adds the results on the full set to the published ones, and drops those that a report no longer
 * shows.
 */
export function publishResults(): StoredResult[] {
  const published = readRuns<StoredResult>(PUBLISHED);
  const known = new Set(published.map(({ finished_at }) => finished_at));
  const own = readRuns<StoredResult>(RESULTS).filter(
    ({ setting, finished_at }) => setting.isWhole && !known.has(finished_at),
  );
  const all = lastPrograms([...published, ...own]);
  writeFileSync(PUBLISHED, all.map((one) => `${JSON.stringify(one)}\n`).join(''));
  return all;
}

/** The results of each section's last build. */
export function lastPrograms(all: StoredResult[]): StoredResult[] {
  const last = new Map(all.map(({ section, fingerprint }) => [section, fingerprint]));
  return all.filter(({ section, fingerprint }) => last.get(section) === fingerprint);
}
