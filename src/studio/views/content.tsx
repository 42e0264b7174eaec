import { FileText, PenLine } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { type PostStatus, PUBLISH_LEVEL, STATUSES } from '../../posts/rules.ts';
import { statusName } from '../../posts/views/status-chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icons.tsx';
import { nextPage } from '../../ui/list-address.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { formatCompact } from '../../ui/numbers.ts';
import { Tabs } from '../../ui/tabs.tsx';
import type { StudioOverview, StudioPostSummary } from '../schema.ts';
import { PostRow } from './post-row.tsx';
import { StudioLayout } from './studio-layout.tsx';
import { isBanned, WHY_NOT } from './why-not.ts';

type ContentProps = {
  visit: PageView;
  status: PostStatus | undefined;
  posts: Page<StudioPostSummary>;
  counts: StudioOverview['posts'];
  /** Whether submitted posts wait for review. */
  audit: boolean;
};

export function ContentPage({ visit, status, posts, counts, audit }: ContentProps) {
  const { t } = visit;
  return (
    <StudioLayout visit={visit} current="content" title={t('studio.content_title')}>
      <h1>{t('studio.content_title')}</h1>
      <Tabs label={t('studio.statuses')} tabs={tabsOf(visit, status, counts)} />
      {posts.items.length === 0 ? (
        <EmptyState icon={FileText} title={t(`studio.empty_${status ?? 'all'}`)}>
          <WriteButton visit={visit} />
        </EmptyState>
      ) : (
        <div data-pages>
          <WhyNot visit={visit} />
          <ol class="studio-post-list" data-list>
            {posts.items.map((post) => (
              <li key={post.id}>
                <PostRow visit={visit} post={post} audit={audit} />
              </li>
            ))}
          </ol>
          <LoadMore t={t} href={nextPage('/studio/content', { status }, posts.next_cursor)} />
        </div>
      )}
    </StudioLayout>
  );
}

export function WriteButton({ visit }: { visit: PageView }) {
  if (isBanned(visit)) return null;
  return (
    <a class="button button-primary" href="/studio/write">
      <Icon of={PenLine} size={16} />
      {visit.t('studio.write')}
    </a>
  );
}

/** A reason that applies to the whole list, shown once above it. */
export function WhyNot({ visit }: { visit: PageView }) {
  const { t, visitor } = visit;
  const sentence = isBanned(visit)
    ? t('studio.why_banned')
    : (visitor?.level ?? 0) < PUBLISH_LEVEL
      ? t('studio.why_level', { level: PUBLISH_LEVEL })
      : undefined;
  if (!sentence) return null;
  return (
    <p class="studio-post-why" id={WHY_NOT}>
      {sentence}
    </p>
  );
}

/** The states, and the bin. */
export function tabsOf(
  visit: PageView,
  current: PostStatus | 'bin' | undefined,
  counts: StudioOverview['posts'],
) {
  const { t, locale } = visit;
  const count = (value: number) => (value > 0 ? formatCompact(value, locale) : undefined);
  return [
    {
      href: '/studio/content',
      label: t('studio.all'),
      current: current === undefined,
      count: count(counts.total),
    },
    ...STATUSES.map((status) => ({
      href: `/studio/content?status=${status}`,
      label: statusName(t, status),
      current: current === status,
      count: count(counts[status]),
    })),
    { href: '/studio/bin', label: t('flow.bin'), current: current === 'bin' },
  ];
}
