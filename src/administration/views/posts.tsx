import { CheckCheck, FileSearch, Play } from 'lucide-static';
import type { Page } from '../../platform/http/pagination.ts';
import type { ReviewPost } from '../../posts/actions/read-for-review.ts';
import type { PostStatus } from '../../posts/rules.ts';
import type { OwnPostSummary } from '../../posts/schema.ts';
import type { ComparisonView } from '../../posts/views/compared-html.ts';
import { StatusChip, statusName } from '../../posts/views/status-chip.tsx';
import { Banner } from '../../ui/banner.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatCount } from '../../ui/format-count.ts';
import { Icon } from '../../ui/icons.tsx';
import { langOf } from '../../ui/lang-of.ts';
import { addressOf, nextPage } from '../../ui/list-address.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Tag } from '../../ui/tag.tsx';
import { Time } from '../../ui/time.tsx';
import { AdminLayout, type AdminPage } from './admin-layout.tsx';
import { Filters, FilterText } from './filters.tsx';
import { type OpenedPost, PostPreview } from './post-preview.tsx';
import { Waited } from './waited.tsx';

/** The queue and the decided posts. */
export const REVIEW_TABS = ['queue', 'approved', 'rejected', 'locked'] as const;
type ReviewTab = (typeof REVIEW_TABS)[number];

const PATH = '/admin/posts';

export type ReviewFilter = { status: ReviewTab; author: number | undefined };
type Row = OwnPostSummary & { waiting_kind: 'post' | 'edit' | null };

type PostsProps = {
  admin: AdminPage;
  filter: ReviewFilter;
  page: Page<Row>;
  /** The open post; `gone` if the address names one that no longer exists. */
  open: OpenedPost | 'gone' | undefined;
  /** Of the comparison of an edit. */
  view: ComparisonView;
};

/** The queue beside the open post; on a phone one below the other. */
export function Posts({ admin, filter, page, open, view }: PostsProps) {
  const { visit } = admin;
  const { t } = visit;
  const first = page.items[0];
  const opened = open && open !== 'gone' ? open : undefined;
  const start =
    filter.status === 'queue' && first && !opened ? (
      <a class="button button-primary" href={rowAddress(filter, first.id)} data-key="o">
        <Icon of={Play} size={16} />
        {t('admin.posts.start')}
      </a>
    ) : undefined;
  return (
    <AdminLayout admin={admin} current="posts" title={t('admin.posts.title')} tools={start}>
      <div class={opened ? 'review review-opened' : 'review'}>
        <div class="review-choice">
          <StatusTabs admin={admin} filter={filter} />
          <Filters
            visit={visit}
            path={addressOf(PATH, {
              status: filter.status === 'queue' ? undefined : filter.status,
            })}
            active={filter.author !== undefined}
            hidden={{ status: filter.status === 'queue' ? undefined : filter.status }}
          >
            <FilterText
              name="author"
              label={t('admin.filters.author')}
              value={filter.author}
              numeric
              inline
            />
          </Filters>
        </div>
        {open === 'gone' ? (
          <Banner tone="warn">
            <p>{t('admin.posts.gone')}</p>
          </Banner>
        ) : null}
        <div class="review-panes">
          <section class="review-list" aria-label={t('admin.posts.list')} data-pages>
            {page.items.length > 0 ? (
              <>
                <p class="review-list-head">
                  {t(filter.status === 'queue' ? 'admin.posts.oldest' : 'admin.posts.newest')}
                </p>
                <ol class="review-rows" data-list>
                  {page.items.map((post) => (
                    <PostRow
                      key={post.id}
                      admin={admin}
                      filter={filter}
                      post={post}
                      current={post.id === opened?.post.id}
                    />
                  ))}
                </ol>
                <LoadMore t={t} href={nextPage(PATH, parametersOf(filter), page.next_cursor)} />
                <p class="meta staff-keys">{t('admin.posts.keys')}</p>
              </>
            ) : (
              <NothingHere admin={admin} filter={filter} />
            )}
          </section>
          {opened ? (
            <PostPreview
              visit={visit}
              {...opened}
              back={addressOf(PATH, parametersOf(filter))}
              next={afterDecision(filter, page.items, opened.post)}
              view={view}
              hrefOf={(one) =>
                addressOf(PATH, { ...parametersOf(filter), post: opened.post.id, view: one })
              }
            />
          ) : null}
        </div>
      </div>
    </AdminLayout>
  );
}

function StatusTabs({ admin, filter }: { admin: AdminPage; filter: ReviewFilter }) {
  const { t } = admin.visit;
  const tabs = REVIEW_TABS.map((status) => ({
    href: addressOf(PATH, parametersOf({ ...filter, status })),
    label: status === 'queue' ? t('admin.posts.tab_queue') : statusName(t, status),
    current: status === filter.status,
    count:
      status === 'queue' && admin.queues.posts > 0 ? formatCount(admin.queues.posts) : undefined,
  }));
  return <Tabs label={t('admin.posts.tabs')} tabs={tabs} />;
}

type PostRowProps = { admin: AdminPage; filter: ReviewFilter; post: Row; current: boolean };

function PostRow({ admin, filter, post, current }: PostRowProps) {
  const { visit } = admin;
  const { t, locale, now } = visit;
  return (
    <li class="review-row">
      <a
        class="review-title"
        lang={langOf(post.lang, locale)}
        href={rowAddress(filter, post.id)}
        data-stop
        {...(current ? { 'aria-current': 'true' as const } : {})}
      >
        {post.title}
      </a>
      <p class="review-summary" lang={langOf(post.lang, locale)}>
        {post.summary}
      </p>
      <p class="review-meta">
        {filter.status === 'queue' ? (
          <Tag tone={post.waiting_kind === 'edit' ? 'info' : 'neutral'}>
            {t(post.waiting_kind === 'edit' ? 'admin.posts.kind_edit' : 'admin.posts.kind_post')}
          </Tag>
        ) : (
          <StatusChip visit={visit} status={post.status as PostStatus} />
        )}
        <span>{post.author_name}</span>
        {filter.status === 'queue' && post.submitted_at ? (
          <Waited visit={visit} since={post.submitted_at} />
        ) : (
          <span>
            {t('admin.posts.updated')}
            <Time at={post.updated_at} locale={locale} now={now} />
          </span>
        )}
      </p>
    </li>
  );
}

function NothingHere({ admin, filter }: { admin: AdminPage; filter: ReviewFilter }) {
  const { t } = admin.visit;
  const done = filter.status === 'queue' && filter.author === undefined;
  return (
    <EmptyState
      icon={done ? CheckCheck : FileSearch}
      title={t(done ? 'admin.posts.empty_queue' : 'admin.nothing_found')}
    >
      <p>{t(done ? 'admin.posts.empty_queue_hint' : 'admin.nothing_found_hint')}</p>
    </EmptyState>
  );
}

function parametersOf({ status, author }: ReviewFilter) {
  return { status: status === 'queue' ? undefined : status, author };
}

function rowAddress(filter: ReviewFilter, post: number): string {
  return addressOf(PATH, { ...parametersOf(filter), post });
}

/** After a decision, open the next post of the queue, else the previous one, else the empty queue. */
function afterDecision(filter: ReviewFilter, rows: Row[], { id }: ReviewPost): string {
  if (filter.status !== 'queue') return rowAddress(filter, id);
  const at = rows.findIndex((row) => row.id === id);
  const neighbour = rows[at + 1] ?? rows[at - 1];
  return neighbour && at >= 0
    ? rowAddress(filter, neighbour.id)
    : addressOf(PATH, parametersOf(filter));
}
