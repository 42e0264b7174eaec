import { Sprout } from 'lucide-static';
import type { LevelInfo } from '../../levels/schema.ts';
import type { PageView } from '../../platform/http/page.ts';
import { shownZone } from '../../platform/shown-zone.ts';
import { StatusChip } from '../../posts/views/status-chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatCount } from '../../ui/format-count.ts';
import { formatCompact, formatNumber, formatSigned } from '../../ui/numbers.ts';
import { Time } from '../../ui/time.tsx';
import type { Changes as ChangesSince } from '../actions/read-changes.ts';
import { Sparkline } from '../chart/sparkline.tsx';
import type { StudioOverview, StudioPostSummary, Trends } from '../schema.ts';
import { Changes } from './changes.tsx';
import { WriteButton } from './content.tsx';
import { LampRow } from './lamp-row.tsx';
import { MemberProgress } from './member-progress.tsx';
import { COUNTS, type Count, PostCounts } from './post-counts.tsx';
import { StudioLayout } from './studio-layout.tsx';

type OverviewProps = {
  visit: PageView;
  overview: StudioOverview;
  week: Trends['days'];
  recent: StudioPostSummary[];
  level: LevelInfo;
  /** Unread notifications about comments. */
  newComments: number;
  /** Null on the first visit. */
  changes: ChangesSince | null;
};

export function OverviewPage(props: OverviewProps) {
  const { visit, overview, week, recent, level, changes } = props;
  const { t, locale, now } = visit;
  return (
    <StudioLayout visit={visit} current="overview" title={t('shell.studio')}>
      <div class="page-head">
        <h1>{t('studio.overview_title')}</h1>
        <p class="meta">
          <time dateTime={now.toISOString()}>
            {t('studio.as_of', { time: clockTime(now, locale) })}
          </time>
        </p>
      </div>
      {changes ? <Changes visit={visit} changes={changes} /> : null}
      <ul class="tiles">
        {COUNTS.map((count) => (
          <li key={count}>
            <Tile visit={visit} count={count} overview={overview} week={week} />
          </li>
        ))}
      </ul>
      <ToDo {...props} />
      <div class="overview-columns">
        <section aria-labelledby="recent">
          <div class="section-head">
            <h2 id="recent">{t('studio.recent')}</h2>
            <a href="/studio/content">{t('studio.see_all')}</a>
          </div>
          <Recent visit={visit} posts={recent} />
        </section>
        <MemberProgress visit={visit} level={level} followers={overview.follower_count} />
      </div>
    </StudioLayout>
  );
}

type TileProps = Pick<OverviewProps, 'visit' | 'overview' | 'week'> & { count: Count };

/** The total, yesterday and today, and the last week as a line. */
function Tile({ visit, count, overview, week }: TileProps) {
  const { t, locale } = visit;
  const { received, yesterday, today } = overview;
  return (
    <article class="tile">
      <h2 class="tile-name">{t(`studio.${count}`)}</h2>
      <p class={`tile-total tile-${count}`} title={formatNumber(received[count], locale)}>
        {formatCompact(received[count], locale)}
      </p>
      <p class="tile-days">
        <span>{t('studio.tile_yesterday', { amount: formatGain(yesterday[count], locale) })}</span>
        <span>{t('studio.tile_today', { amount: formatGain(today[count], locale) })}</span>
      </p>
      <Sparkline tone={count} values={week.map((day) => day[count])} />
    </article>
  );
}

function formatGain(value: number, locale: PageView['locale']): string {
  return value === 0 ? '+0' : formatSigned(value, locale);
}

/** Open tasks of the author, most urgent first; without those at zero. */
function ToDo({ visit, overview, newComments }: OverviewProps) {
  const { t } = visit;
  const { rejected, draft, pending } = overview.posts;
  const entries = [
    { name: 'rejected', count: rejected, href: '/studio/content?status=rejected' },
    { name: 'comments', count: newComments, href: '/messages?category=comment' },
    { name: 'drafts', count: draft, href: '/studio/drafts' },
    { name: 'pending', count: pending, href: '/studio/content?status=pending' },
  ] as const;
  const open = entries.filter(({ count }) => count > 0);
  return (
    <section class="to-do" aria-labelledby="to-do">
      <h2 id="to-do">{t('studio.to_do')}</h2>
      {open.length === 0 ? (
        <p class="meta">{t('studio.to_do_nothing')}</p>
      ) : (
        <ul>
          {open.map(({ name, count, href }) => (
            <li key={name}>
              <a class={`to-do-item to-do-${name}`} href={href}>
                {t(`studio.to_do_${name}`)} <strong>{formatCount(count)}</strong>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Recent({ visit, posts }: { visit: PageView; posts: StudioPostSummary[] }) {
  const { t, locale, now } = visit;
  if (posts.length === 0) {
    return (
      <div class="card">
        <EmptyState icon={Sprout} title={t('studio.first_title')}>
          <p>{t('studio.first_hint')}</p>
          <WriteButton visit={visit} />
        </EmptyState>
      </div>
    );
  }
  return (
    <ol class="studio-post-list">
      {posts.map((post) => (
        <li key={post.id}>
          <LampRow
            visit={visit}
            post={post}
            href={post.status === 'draft' ? `/studio/write?id=${post.id}` : `/posts/${post.id}`}
          >
            <StatusChip visit={visit} status={post.status} schedule={post.schedule} />
            {post.published_at ? <PostCounts visit={visit} post={post} /> : null}
            <Time at={post.updated_at} locale={locale} now={now} />
          </LampRow>
        </li>
      ))}
    </ol>
  );
}

function clockTime(now: Date, locale: PageView['locale']): string {
  return now.toLocaleTimeString(locale, { timeZone: shownZone(), timeStyle: 'short' });
}
