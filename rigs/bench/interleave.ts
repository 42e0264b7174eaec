import type { Operation } from './operations/operation.ts';
import { ratiosOf, spreadOf, type Turn } from './sample.ts';
import type { Site } from './site.ts';
import { isQuiet, retryWhenStolen, SPARE } from './steal-time.ts';

export type Row = Pick<Operation, 'id' | 'title' | 'baseline' | 'goal'> & { turns: Turn[] };

type Take = (isWarmUp: boolean) => Promise<Turn>;

export type Rounds = {
  rounds: number;
  seconds: number;
  /** How often a disturbed turn may be repeated. */
  spare?: number;
};

/** The most measurements of each operation: the rounds, one warm-up and the repetitions. */
export function measurementsOf({ rounds, spare = SPARE }: Rounds): number {
  return rounds + 1 + spare;
}

/**
 * Ours, its baseline, ours, its baseline …: any other load on the machine hits both. The first turn of each is a warm-up and is
 * dropped.
 */
export async function interleave(
  site: Site,
  operations: Operation[],
  rounds: Rounds,
): Promise<Row[]> {
  const { seconds, spare } = rounds;
  const pairs = operations.map(({ prepare, ...about }): [Row, Take] => {
    const { ours, baseline } = prepare(site);
    const both = async () => ({ ours: await ours(seconds), baseline: await baseline(seconds) });
    return [{ ...about, turns: [] }, retryWhenStolen(both, spare)];
  });
  for (let round = 0; round <= rounds.rounds; round++) {
    console.log(round === 0 ? '\nwarm-up' : `\nround ${round} of ${rounds.rounds}`);
    for (const [row, take] of pairs) {
      const turn = await take(round === 0);
      console.log(lineOf(row, turn));
      if (round > 0) row.turns.push(turn);
    }
  }
  return pairs.map(([row]) => row);
}

function lineOf({ id }: Row, { ours, baseline, stolen = 0 }: Turn): string {
  const [ratio] = ratiosOf([{ ours, baseline }]);
  const failed = ours.failed + baseline.failed;
  const rates = [ours, baseline].map(({ per_second }) => `${Math.round(per_second)}/s`.padStart(9));
  return `  ${id.padEnd(20)} ${rates.join(' : ')}  ${ratio?.toFixed(2).padStart(6)}${failed > 0 ? `  ${failed} failed` : ''}${isQuiet(stolen) ? '' : `  ${Math.round(stolen * 100)} % stolen`}`;
}

/** An operation that was not measured has not missed its target. */
export function isTargetMet({ goal, turns }: Row): boolean {
  return goal === undefined || turns.length === 0 || spreadOf(ratiosOf(turns)).median >= goal;
}

export function printRows(rows: Row[]): void {
  console.log('');
  for (const { id, baseline, goal, turns } of rows) {
    const { median, least, most } = spreadOf(ratiosOf(turns));
    const sign = goal === undefined ? ' ' : median >= goal ? '✓' : '✗';
    const target = goal === undefined ? '' : `≥ ${goal}`;
    const spread = `(${least.toFixed(2)} – ${most.toFixed(2)})`;
    console.log(
      `  ${sign} ${id.padEnd(20)} ${median.toFixed(2).padStart(6)} ${spread.padEnd(17)} ${target.padEnd(6)} of ${baseline}`,
    );
  }
}

/** In CPU time, which other load on the machine distorts less than elapsed time. */
export function printCosts(rows: Row[]): void {
  console.log(
    "\n  microseconds of a core: of the process, of PostgreSQL; and how many times the baseline's that is",
  );
  for (const { id, turns } of rows) {
    const cells = (['server_us', 'database_us'] as const).map((name) => {
      const of = (side: 'ours' | 'baseline') => turns.map((turn) => turn[side][name] ?? 0);
      const times = of('ours').map((ours, turn) => ours / (of('baseline')[turn] ?? 0));
      const [cost, { median, least, most }] = [spreadOf(of('ours')).median, spreadOf(times)];
      return `${cost.toFixed(0).padStart(6)}  ${median.toFixed(2)} (${least.toFixed(2)} – ${most.toFixed(2)})`;
    });
    console.log(`  ${id.padEnd(20)} ${cells.join('   ')}`);
  }
}
