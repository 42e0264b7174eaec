import type { PageView } from '../../platform/http/page.ts';
import type { Trends } from '../schema.ts';
import { COUNTS } from './post-counts.tsx';

/** Without it, Excel does not read the file as UTF-8. */
const BYTE_ORDER_MARK = '\u{feff}';

export function trendsAsCsv({ t }: PageView, days: Trends['days']): string {
  const head = [t('studio.day'), ...COUNTS.map((count) => t(`studio.${count}`))];
  const rows = days.map((day) => [day.day, ...COUNTS.map((count) => day[count])]);
  return `${BYTE_ORDER_MARK}${[head, ...rows].map((row) => `${row.join(',')}\r\n`).join('')}`;
}
