import type { Operation } from './operations/operation.ts';
import { isQuiet, SPARE, undisturbed } from './quiet.ts';
import { ratiosOf, spreadOf, type Turn } from './sample.ts';
import type { Site } from './site.ts';

export type Row = Pick<Operation, 'id' | 'title' | 'twin' | 'goal'> & { turns: Turn[] };

type Take = (isWarmUp: boolean) => Promise<Turn>;

export type Rounds = {
  rounds: number;
  seconds: number;
  /** How often a turn may be taken again that was disturbed. */
  spare?: number;
};

/** How often each side of each operation is measured at most: once more than is kept, to warm up. */
export function measurementsOf({ rounds, spare = SPARE }: Rounds): number {
  return rounds + 1 + spare;
}

/**
 * Ours, its twin, ours, its twin …: whatever else the machine does, it does it to both. The first turn of each is to
 * warm up and is not kept.
 */
export async function interleave(
  site: Site,
  operations: Operation[],
  rounds: Rounds,
): Promise<Row[]> {
  const { seconds, spare } = rounds;
  const pairs = operations.map(({ prepare, ...about }): [Row, Take] => {
    const { ours, twin } = prepare(site);
    const both = async () => ({ ours: await ours(seconds), twin: await twin(seconds) });
    return [{ ...about, turns: [] }, undisturbed(both, spare)];
  });
  for (let round = 0; round <= rounds.rounds; round++) {
    console.log(round === 0 ? '\nto warm up' : `\nround ${round} of ${rounds.rounds}`);
    for (const [row, take] of pairs) {
      const turn = await take(round === 0);
      console.log(lineOf(row, turn));
      if (round > 0) row.turns.push(turn);
    }
  }
  return pairs.map(([row]) => row);
}

function lineOf({ id }: Row, { ours, twin, stolen = 0 }: Turn): string {
  const [ratio] = ratiosOf([{ ours, twin }]);
  const failed = ours.failed + twin.failed;
  const rates = [ours, twin].map(({ per_second }) => `${Math.round(per_second)}/s`.padStart(9));
  return `  ${id.padEnd(20)} ${rates.join(' : ')}  ${ratio?.toFixed(2).padStart(6)}${failed > 0 ? `  ${failed} failed` : ''}${isQuiet(stolen) ? '' : `  ${Math.round(stolen * 100)} % stolen`}`;
}

/** What was not measured has missed nothing. */
export function isReached({ goal, turns }: Row): boolean {
  return goal === undefined || turns.length === 0 || spreadOf(ratiosOf(turns)).median >= goal;
}

export function printRows(rows: Row[]): void {
  console.log('');
  for (const { id, twin, goal, turns } of rows) {
    const { median, least, most } = spreadOf(ratiosOf(turns));
    const sign = goal === undefined ? ' ' : median >= goal ? '✓' : '✗';
    const wanted = goal === undefined ? '' : `≥ ${goal}`;
    const spread = `(${least.toFixed(2)} – ${most.toFixed(2)})`;
    console.log(
      `  ${sign} ${id.padEnd(20)} ${median.toFixed(2).padStart(6)} ${spread.padEnd(17)} ${wanted.padEnd(6)} of ${twin}`,
    );
  }
}

/** By the time of cores, of which others take less than of the time that passes. */
export function printCosts(rows: Row[]): void {
  console.log(
    "\n  microseconds of a core: of the process, of PostgreSQL; and how many times the twin's that is",
  );
  for (const { id, turns } of rows) {
    const cells = (['server_us', 'database_us'] as const).map((name) => {
      const of = (side: 'ours' | 'twin') => turns.map((turn) => turn[side][name] ?? 0);
      const times = of('ours').map((ours, turn) => ours / (of('twin')[turn] ?? 0));
      const [cost, { median, least, most }] = [spreadOf(of('ours')).median, spreadOf(times)];
      return `${cost.toFixed(0).padStart(6)}  ${median.toFixed(2)} (${least.toFixed(2)} – ${most.toFixed(2)})`;
    });
    console.log(`  ${id.padEnd(20)} ${cells.join('   ')}`);
  }
}
