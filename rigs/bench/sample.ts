import { median } from '../../test/integration/support/statistics.ts';

/** What one side did while it was measured. Times of cores are those of that side alone. */
export type Sample = {
  seconds: number;
  /** Calls that were answered as they should be. */
  calls: number;
  per_second: number;
  /** Refused, broken off or too late. */
  failed: number;
  /** Milliseconds; of pgbench only the mean is known. */
  p50?: number;
  p99?: number;
  mean?: number;
  /** Microseconds of a core per call: of the process that answers, where one does, and of PostgreSQL. */
  server_us?: number;
  database_us: number;
};

/** Measures for so long, or for less where there is not enough to do real work for longer. */
export type Run = (seconds: number, how?: How) => Promise<Sample>;

/** Where it matters who else is measured at the same time. */
export type How = { connections?: number; place?: (command: string[]) => string[] };

/** What takes a while to prepare is prepared when it is first wanted. */
export function later(prepare: () => Promise<Run>): Run {
  let prepared: Promise<Run> | undefined;
  return async (seconds, how) => {
    prepared ??= prepare();
    return (await prepared)(seconds, how);
  };
}

export type Turn = {
  ours: Sample;
  twin: Sample;
  /** Of the time of all cores meanwhile: what others got of it. */
  stolen?: number;
};

/** Of the rates of each turn, since only what happened one after the other is compared. */
export function ratiosOf(turns: Turn[]): number[] {
  return turns.map(({ ours, twin }) => ours.per_second / twin.per_second);
}

/**
 * The same by the time of cores: what the rates would be if nothing else ran and to send cost nothing. Whoever answers
 * has one core and PostgreSQL the other, so the busier of them decides.
 */
export function coreRatiosOf(turns: Turn[]): number[] {
  const busier = ({ server_us = 0, database_us }: Sample) => Math.max(server_us, database_us);
  return turns.map(({ ours, twin }) => busier(twin) / busier(ours));
}

export type Spread = { median: number; least: number; most: number };

export function spreadOf(values: number[]): Spread {
  return { median: median(values), least: Math.min(...values), most: Math.max(...values) };
}
