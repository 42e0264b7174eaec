import type { Visit } from '../../platform/http/page.ts';
import type { Trends } from '../schema.ts';
import { FIGURES } from './studio-counts.tsx';

/** Without it Excel reads Chinese as something else. */
const BYTE_ORDER_MARK = '\u{feff}';

export function trendsAsCsv({ t }: Visit, days: Trends['days']): string {
  const head = [t('studio.day'), ...FIGURES.map((figure) => t(`studio.${figure}`))];
  const rows = days.map((day) => [day.day, ...FIGURES.map((figure) => day[figure])]);
  return `${BYTE_ORDER_MARK}${[head, ...rows].map((row) => `${row.join(',')}\r\n`).join('')}`;
}
