import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SetSize } from '../../scripts/plans/fill.ts';
import type { Figure } from '../chaos/figures.ts';
import { type Provenance, provenanceOf } from '../chaos/report.ts';
import type { Build } from '../chaos/rig/site.ts';
import type { Row } from './interleave.ts';
import { versions } from './place.ts';
import type { Profile } from './profile.ts';

export const KEPT = fileURLToPath(new URL('../../bench-results/', import.meta.url));
const RESULTS = join(KEPT, 'results.jsonl');

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

export function readResults(): Kept[] {
  if (!existsSync(RESULTS)) return [];
  const lines = readFileSync(RESULTS, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Kept);
}
