import type { PageView } from '../../platform/http/page.ts';
import { memoizeByLocale } from '../../ui/memoize-by-locale.ts';
import { formatNumber } from '../../ui/numbers.ts';
import { formatDateTime } from '../../ui/time.tsx';
import type { Changes as ChangesSince } from '../actions/read-changes.ts';
import { NEW_FOLLOWERS_MAX } from '../rules.ts';

type ChangesProps = { visit: PageView; changes: ChangesSince };

const NAMES = ['reads', 'energy', 'likes', 'comments', 'favorites', 'followers'] as const;

/** What changed since the author was here before, each with a link to it. */
export function Changes({ visit, changes }: ChangesProps) {
  const { t, locale, now } = visit;
  const entries = entriesOf(visit, changes);
  const isQuiet = entries.length === 0 && changes.decisions.length === 0;
  return (
    <section class="changes" aria-labelledby="changes">
      <h2 id="changes">{t('analytics.changes')}</h2>
      <p class="meta">
        <time dateTime={changes.since} title={formatDateTime(changes.since, locale)}>
          {t('analytics.changes_since', { time: formatMoment(changes.since, now, locale) })}
        </time>
      </p>
      {isQuiet ? <p class="meta">{t('analytics.changes_nothing')}</p> : null}
      {isQuiet ? null : (
        <ul>
          {entries.map(({ name, amount, href }) => (
            <li key={name}>
              <a class={`changes-item changes-${name}`} href={href}>
                {t(`analytics.change.${name}`)} <strong>{amount}</strong>
              </a>
            </li>
          ))}
          {changes.decisions.map(({ kind, post_id, title }) => (
            <li key={`${kind} ${post_id}`}>
              <a class="changes-item" href={`/posts/${post_id}`}>
                {t(`analytics.decision.${kind}`, { title })}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function entriesOf({ locale, visitor }: PageView, { received, followers }: ChangesSince) {
  const counts = { ...received, followers };
  const links = {
    reads: '/studio/analytics?range=7d',
    energy: '/studio/analytics?range=7d',
    likes: '/messages?category=like',
    comments: '/messages?category=comment',
    favorites: '/studio/analytics?range=7d',
    followers: `/space/${visitor?.uid}?tab=followers`,
  };
  return NAMES.filter((name) => counts[name] > 0).map((name) => {
    const isMore = name === 'followers' && followers >= NEW_FOLLOWERS_MAX;
    const amount = `+${formatNumber(counts[name], locale)}${isMore ? '…' : ''}`;
    return { name, amount, href: links[name] };
  });
}

const DAY_MS = 86_400_000;
const clocks = memoizeByLocale(
  (locale, timeZone) =>
    new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'short', hour12: false }),
);
const days = memoizeByLocale(
  (locale, timeZone) =>
    new Intl.DateTimeFormat(locale, { timeZone, month: 'short', day: 'numeric' }),
);
const relativeDays = memoizeByLocale(
  (locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
);

/** 昨天 21:04: as people name a time of the last days. */
function formatMoment(at: string, now: Date, locale: PageView['locale']): string {
  const then = new Date(at);
  const ago = [0, 1].find(
    (count) => days(locale).format(now.getTime() - count * DAY_MS) === days(locale).format(then),
  );
  const day =
    ago === undefined ? days(locale).format(then) : relativeDays(locale).format(-ago, 'day');
  return `${day} ${clocks(locale).format(then)}`;
}
