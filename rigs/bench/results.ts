import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Figure } from '../chaos/figures.ts';
import { type Provenance, provenanceOf, readRuns } from '../chaos/report.ts';
import type { Build } from '../chaos/site/site.ts';
import type { SetSize } from '../query-plans/fill.ts';
import type { Row } from './interleave.ts';
import { versions } from './place.ts';
import type { Profile } from './profile.ts';

export const KEPT = fileURLToPath(new URL('../../bench-results/', import.meta.url));
const RESULTS = join(KEPT, 'results.jsonl');
const PUBLISHED = fileURLToPath(
  new URL('../../docs/reports/performance-runs.jsonl', import.meta.url),
);

/** What is promised; anything less is for those who work on the bench, and in no report. */
export const WHOLE = { rounds: 7, seconds: 5, scale: 1 };

/** How it was measured. */
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

/** What was found: of operations every sample, of other things the figures and what they are the median of. */
export type Measured = {
  rows?: Row[];
  figures: Figure[];
  series?: Record<string, number[]>;
  profiles?: Profile[];
};

export type Result = Measured & { section: Section };

export type Kept = Result &
  Provenance & { setting: Setting; versions: ReturnType<typeof versions> };

export function keepResult(result: Result, setting: Setting, build: Build): void {
  mkdirSync(KEPT, { recursive: true });
  const kept: Kept = { ...result, setting, versions: versions(), ...provenanceOf(build) };
  appendFileSync(RESULTS, `${JSON.stringify(kept)}\n`);
}

/**
 * Not everything is measured in one go: what was measured here on the whole set is added to what was published before,
 * and of all of it what a report can still show is kept.
 */
export function publishResults(): Kept[] {
  const published = readRuns<Kept>(PUBLISHED);
  const known = new Set(published.map(({ finished_at }) => finished_at));
  const own = readRuns<Kept>(RESULTS).filter(
    ({ setting, finished_at }) => setting.isWhole && !known.has(finished_at),
  );
  const all = lastPrograms([...published, ...own]);
  writeFileSync(PUBLISHED, all.map((one) => `${JSON.stringify(one)}\n`).join(''));
  return all;
}

/** Of each section what was measured of the program that it was measured of last. */
export function lastPrograms(all: Kept[]): Kept[] {
  const last = new Map(all.map(({ section, fingerprint }) => [section, fingerprint]));
  return all.filter(({ section, fingerprint }) => last.get(section) === fingerprint);
}
