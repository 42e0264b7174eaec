import type { PageView } from '../../platform/http/page.ts';
import type { Trends } from '../schema.ts';
import { COUNTS } from './post-counts.tsx';

/** Without it Excel reads Chinese as something else. */
const BYTE_ORDER_MARK = '\u{feff}';

export function trendsAsCsv({ t }: PageView, days: Trends['days']): string {
  const head = [t('studio.day'), ...COUNTS.map((figure) => t(`studio.${figure}`))];
  const rows = days.map((day) => [day.day, ...COUNTS.map((figure) => day[figure])]);
  return `${BYTE_ORDER_MARK}${[head, ...rows].map((row) => `${row.join(',')}\r\n`).join('')}`;
}
