import type { PageView } from '../../platform/http/page.ts';
import { formatDuration } from '../../ui/duration.ts';
import { Tag } from '../../ui/tag.tsx';
import { formatDateTime } from '../../ui/time.tsx';

const HOUR_MS = 3_600_000;
/** From here on the wait is highlighted. */
const LONG_HOURS = 24;

const MINUTES = 60;

/** How long an item has been in the queue. */
export function Waited({ visit, since }: { visit: PageView; since: string }) {
  const { t, locale, now } = visit;
  const hours = Math.max(0, (now.getTime() - new Date(since).getTime()) / HOUR_MS);
  const time =
    hours < 1 / MINUTES
      ? t('admin.posts.just_submitted')
      : t('admin.posts.waited', { time: formatDuration(hours * 3600, locale) });
  return (
    <time dateTime={since} title={formatDateTime(since, locale)}>
      {hours >= LONG_HOURS ? <Tag tone="warn">{time}</Tag> : time}
    </time>
  );
}
