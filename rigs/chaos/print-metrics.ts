import { isMet, type Metric } from './metrics.ts';

/** One line per metric, with its limit and whether it is met. */
export function printMetrics(metrics: Metric[]): void {
  for (const one of metrics) {
    const limit =
      one.max !== undefined ? `≤ ${one.max}` : one.min !== undefined ? `≥ ${one.min}` : '';
    const sign = limit === '' ? ' ' : isMet(one) ? '✓' : '✗';
    console.log(
      `  ${sign} ${one.name.padEnd(44)} ${`${one.value} ${one.unit}`.padStart(14)}   ${limit}`,
    );
  }
}
