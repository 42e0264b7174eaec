import type { PageView } from '../../platform/http/page.ts';
import { formatDateTime } from '../../ui/time.tsx';
import { shownZoneName } from '../../ui/zone-name.ts';
import type { OwnPostSummary } from '../schema.ts';

/** When the post becomes public, as a sentence; empty without a schedule. */
export function scheduleNote(
  { t, locale, now }: PageView,
  { schedule, status }: Pick<OwnPostSummary, 'schedule' | 'status'>,
): string {
  if (!schedule) return '';
  const time = formatDateTime(schedule.publish_at, locale);
  const zone = shownZoneName(locale);
  if (schedule.approved) return t('flow.schedule_approved', { time, zone });
  if (status !== 'pending') return t('flow.schedule_at', { time, zone });
  const isPast = new Date(schedule.publish_at) <= now;
  return t(isPast ? 'flow.schedule_past' : 'flow.schedule_review', { time, zone });
}
