import { table } from '../chaos/report.ts';
import type { Row } from './interleave.ts';
import { OPERATIONS } from './operations/all.ts';
import { ratiosOf, type Sample, type Spread, spreadOf, type Turn } from './sample.ts';
import { growthsOf, isFlat, MAX_GROWTH } from './sections/growth.ts';

export const NOT_RUN = 'not run';

/** Every operation has a row, measured or not. */
function linesOf(
  rows: Row[],
  heads: string[],
  cells: (turns: Turn[], row: Row) => string[],
  operations: { id: string; title: string }[] = OPERATIONS,
): string {
  return table(
    ['Operation', ...heads],
    operations.map(({ id, title }) => {
      const row = rows.find((one) => one.id === id);
      if (row && row.turns.length > 0) return [title, ...cells(row.turns, row)];
      return [title, NOT_RUN, ...heads.slice(1).map(() => '')];
    }),
  );
}

const RATIO = ['Ratio', 'Target', '', 'Ours', 'p50', 'p99', 'Baseline', '', 'Failed'];

export function ratioTable(rows: Row[]): string {
  return linesOf(rows, RATIO, ratioCells);
}

/** Only the operations that were measured. */
export function peerTable(rows: Row[]): string {
  return rows.length > 0 ? linesOf(rows, RATIO, ratioCells, rows) : `${NOT_RUN}.`;
}

function ratioCells(turns: Turn[], { goal, baseline }: Row): string[] {
  const ratio = spreadOf(ratiosOf(turns));
  const [ours, theirs] = sidesOf(turns);
  return [
    withSpread(ratio),
    goal === undefined ? '' : `≥ ${goal}`,
    goal === undefined ? '' : verdict(ratio.median >= goal),
    `${medianOf(ours, 'per_second', 0)}/s`,
    `${medianOf(ours, 'p50', 1)} ms`,
    `${medianOf(ours, 'p99', 1)} ms`,
    `${medianOf(theirs, 'per_second', 0)}/s`,
    baseline,
    failedOf(turns),
  ];
}

export function costTable(rows: Row[]): string {
  const side = ['PostgreSQL', 'Calls per CPU-second'];
  return linesOf(rows, ['Web', ...side, 'Baseline: server', ...side], (turns) =>
    sidesOf(turns).flatMap((samples) => [
      medianOf(samples, 'server_us', 0),
      medianOf(samples, 'database_us', 0),
      perCpuSecond(samples),
    ]),
  );
}

export function growthTable(rows: Row[]): string {
  return linesOf(
    rows,
    ['Ratio', 'Target', '', 'p50 of the small', 'of the large', 'Failed'],
    (turns, row) => {
      const [large, small] = sidesOf(turns);
      return [
        withSpread(spreadOf(growthsOf(turns))),
        `≤ ${MAX_GROWTH}`,
        verdict(isFlat(row)),
        `${medianOf(small, 'p50', 1)} ms`,
        `${medianOf(large, 'p50', 1)} ms`,
        failedOf(turns),
      ];
    },
  );
}

function failedOf(turns: Turn[]): string {
  return String(turns.reduce((sum, { ours, baseline }) => sum + ours.failed + baseline.failed, 0));
}

function sidesOf(turns: Turn[]): [Sample[], Sample[]] {
  return [turns.map(({ ours }) => ours), turns.map(({ baseline }) => baseline)];
}

function withSpread({ median, least, most }: Spread): string {
  return `**${median.toFixed(2)}** (${least.toFixed(2)} – ${most.toFixed(2)})`;
}

function verdict(isMet: boolean): string {
  return isMet ? 'met' : '**missed**';
}

/** Of the HTTP server, or of PostgreSQL where there is no server. */
function perCpuSecond(samples: Sample[]): string {
  const spent = samples.map(({ server_us, database_us }) => server_us ?? database_us);
  return (1e6 / spreadOf(spent).median).toFixed(0);
}

function medianOf(samples: Sample[], name: keyof Sample, digits: number): string {
  const values = samples.flatMap((sample) => sample[name] ?? []);
  return values.length === 0 ? '–' : spreadOf(values).median.toFixed(digits);
}
