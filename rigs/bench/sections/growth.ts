import type { Rounds, Row } from '../interleave.ts';
import type { Operation } from '../operations/operation.ts';
import { spreadOf, type Turn } from '../sample.ts';
import type { Site } from '../site.ts';
import { retryWhenStolen } from '../steal-time.ts';

/** How many times the data. */
export const TIMES = 10;
/** PERFORMANCE: the largest allowed growth of the median latency. */
export const MAX_GROWTH = 1.2;

/** The same operations on a set and on one ten times as large, in turns; the small set is the baseline. */
export async function measureGrowth(
  [small, large]: [Site, Site],
  operations: Operation[],
  rounds: Rounds,
): Promise<Row[]> {
  const { seconds } = rounds;
  const runs = operations.map(({ id, title, prepare }) => {
    const [less, more] = [prepare(small).ours, prepare(large).ours];
    return {
      row: { id, title, baseline: `on a set of one ${TIMES}th`, turns: [] as Turn[] },
      take: retryWhenStolen(async () => ({
        baseline: await less(seconds),
        ours: await more(seconds),
      })),
    };
  });
  for (let turn = 0; turn <= rounds.rounds; turn++) {
    console.log(turn === 0 ? '\nwarm-up' : `\nround ${turn} of ${rounds.rounds}`);
    for (const run of runs) {
      const both = await run.take(turn === 0);
      const waits = `${both.baseline.p50} ms, ${both.ours.p50} ms`;
      console.log(
        `  ${run.row.id.padEnd(20)} ${waits.padStart(24)}  × ${growthsOf([both])[0]?.toFixed(2)}`,
      );
      if (turn > 0) run.row.turns.push(both);
    }
  }
  return runs.map(({ row }) => row);
}

/** The ratios of the median latencies. */
export function growthsOf(turns: Turn[]): number[] {
  return turns.map(({ ours, baseline }) => (ours.p50 ?? Number.NaN) / (baseline.p50 ?? Number.NaN));
}

export function isFlat({ turns }: Row): boolean {
  return spreadOf(growthsOf(turns)).median <= MAX_GROWTH;
}
