import type { Locale } from '../platform/i18n.ts';
import { DEFAULT_ZONE, shownZone } from '../platform/shown-zone.ts';

/** What people call the clock in Shanghai; Intl has "China Standard Time". */
const BEIJING_TIME: Record<Locale, string> = { 'zh-CN': '北京时间', en: 'Beijing time' };

/** The zone of the times on a page, beside a time on which much depends. */
export function shownZoneName(locale: Locale): string {
  return zoneName(shownZone(), locale);
}

export function zoneName(zone: string, locale: Locale): string {
  if (zone === DEFAULT_ZONE) return BEIJING_TIME[locale];
  const parts = new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    timeZoneName: 'longGeneric',
  }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
}
