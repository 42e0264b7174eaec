import { isError } from './classify.ts';
import type { Attempt, Operation } from './history.ts';

/** A measured value with its limits. */
export type Metric = { name: string; value: number; unit: string; max?: number; min?: number };

export type Span = { from: number; to: number };

export function isMet({ value, max, min }: Metric): boolean {
  return (
    Number.isFinite(value) &&
    (max === undefined || value <= max) &&
    (min === undefined || value >= min)
  );
}

export function metric(
  name: string,
  value: number,
  unit: string,
  limit: { max?: number; min?: number } = {},
): Metric {
  return { name, value: Math.round(value * 100) / 100, unit, ...limit };
}

/** The share of first attempts that failed. */
export function errorShare(operations: Operation[]): number {
  const wrong = operations.filter(({ attempts: [first] }) => first && isError(first));
  return operations.length === 0 ? 0 : (wrong.length / operations.length) * 100;
}

/** How many operations also failed at the second attempt. */
export function failedTwice(operations: Operation[]): number {
  return operations.filter(({ attempts: [, second] }) => second && isError(second)).length;
}

export function attemptsOf(operations: Operation[]): Attempt[] {
  return operations.flatMap(({ attempts }) => attempts);
}

export function within({ from, to }: Span, at: number): boolean {
  return at >= from && at <= to;
}

export function latencies(attempts: Attempt[]): number[] {
  return attempts.map(({ at, ended }) => ended - at);
}

/** 0 for no values. */
export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Milliseconds until the first successful attempt; NaN if there was none. */
export function firstOkAfter(operations: Operation[], since: number): number {
  const ended = attemptsOf(operations)
    .filter(
      ({ status, at, ended: end }) =>
        status >= 200 && status < 300 && at >= since - 1000 && end >= since,
    )
    .map(({ ended: end }) => end);
  return ended.length === 0 ? Number.NaN : Math.min(...ended) - since;
}

/** The longest time in a span without an acknowledged write. */
export function longestSilence(operations: Operation[], { from, to }: Span): number {
  const acknowledged = operations
    .filter(({ method }) => method !== 'GET')
    .flatMap(({ attempts }) => attempts)
    .filter((one) => one.status >= 200 && one.status < 300 && within({ from, to }, one.ended))
    .map(({ ended }) => ended)
    .sort((a, b) => a - b);
  const gaps = [...acknowledged, to].map((end, index) => end - (acknowledged[index - 1] ?? from));
  return Math.max(...gaps);
}

/** Milliseconds until the last failed attempt; 0 if none failed. */
export function lastErrorAfter(operations: Operation[], { from, to }: Span): number {
  const failed = attemptsOf(operations).filter(
    (one) => isError(one) && within({ from, to }, one.at),
  );
  return failed.length === 0 ? 0 : Math.max(...failed.map(({ at }) => at)) - from;
}
