import type { PageView } from '../../platform/http/page.ts';
import type { Locale } from '../../platform/i18n.ts';
import { Tag } from '../../ui/tag.tsx';
import { formatDateTime } from '../../ui/time.tsx';

const HOUR_MS = 3_600_000;
/** From here on the wait is highlighted. */
const LONG_HOURS = 24;

const MINUTES = 60;

const UNITS = [
  { unit: 'day', hours: 24 },
  { unit: 'hour', hours: 1 },
  { unit: 'minute', hours: 1 / MINUTES },
] as const;

/** How long an item has been in the queue. */
export function Waited({ visit, since }: { visit: PageView; since: string }) {
  const { t, locale, now } = visit;
  const hours = Math.max(0, (now.getTime() - new Date(since).getTime()) / HOUR_MS);
  const time =
    hours < 1 / MINUTES
      ? t('admin.posts.just_submitted')
      : t('admin.posts.waited', { time: spell(hours, locale) });
  return (
    <time dateTime={since} title={formatDateTime(since, locale)}>
      {hours >= LONG_HOURS ? <Tag tone="warn">{time}</Tag> : time}
    </time>
  );
}

function spell(hours: number, locale: Locale): string {
  const { unit, hours: size } = UNITS.find((one) => hours >= one.hours) ?? UNITS[2];
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(Math.floor(hours / size));
}
