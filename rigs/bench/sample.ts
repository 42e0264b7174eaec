import { median } from '../../test/integration/support/statistics.ts';

/** One measurement of one side. CPU times are those of that side alone. */
export type Sample = {
  seconds: number;
  /** Calls with the expected response. */
  calls: number;
  per_second: number;
  /** Refused, aborted or timed out. */
  failed: number;
  /** Milliseconds; pgbench reports only the mean. */
  p50?: number;
  p99?: number;
  mean?: number;
  /** CPU microseconds per call: of the HTTP server, if any, and of PostgreSQL. */
  server_us?: number;
  database_us: number;
};

/** Measures for the given seconds, or less if the calls run out. */
export type Run = (seconds: number, how?: How) => Promise<Sample>;

/** For measuring two servers at the same time. */
export type How = { connections?: number; wrapCommand?: (command: string[]) => string[] };

/** Prepares a run when it is first used. */
export function lazyRun(prepare: () => Promise<Run>): Run {
  let prepared: Promise<Run> | undefined;
  return async (seconds, how) => {
    prepared ??= prepare();
    return (await prepared)(seconds, how);
  };
}

export type Turn = {
  ours: Sample;
  baseline: Sample;
  /** The share of all cores' time that other virtual machines took. */
  stolen?: number;
};

/** The ratios of the rates, turn by turn: only consecutive runs are compared. */
export function ratiosOf(turns: Turn[]): number[] {
  return turns.map(({ ours, baseline }) => ours.per_second / baseline.per_second);
}

/**
 * The same in CPU time: the ratios of the rates if nothing else ran and sending cost nothing. The HTTP server has one core and
 * PostgreSQL the other, so the busier one limits.
 */
export function coreRatiosOf(turns: Turn[]): number[] {
  const busier = ({ server_us = 0, database_us }: Sample) => Math.max(server_us, database_us);
  return turns.map(({ ours, baseline }) => busier(baseline) / busier(ours));
}

export type Spread = { median: number; least: number; most: number };

export function spreadOf(values: number[]): Spread {
  return { median: median(values), least: Math.min(...values), most: Math.max(...values) };
}
