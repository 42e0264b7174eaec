import { type Figure, isMet } from './figures.ts';

/** One line each, with what it was to be and whether it is. */
export function printFigures(figures: Figure[]): void {
  for (const one of figures) {
    const limit =
      one.max !== undefined ? `≤ ${one.max}` : one.min !== undefined ? `≥ ${one.min}` : '';
    const sign = limit === '' ? ' ' : isMet(one) ? '✓' : '✗';
    console.log(
      `  ${sign} ${one.name.padEnd(44)} ${`${one.value} ${one.unit}`.padStart(14)}   ${limit}`,
    );
  }
}
