import { CheckCheck, Play } from 'lucide-static';
import type { Page } from '../../platform/http/pagination.ts';
import type { ComparisonView } from '../../posts/views/compared-html.ts';
import { Banner } from '../../ui/banner.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatCount } from '../../ui/format-count.ts';
import { Icon } from '../../ui/icons.tsx';
import { addressOf, nextPage } from '../../ui/list-address.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Tag } from '../../ui/tag.tsx';
import type { KindName } from '../actions/queue/kinds.ts';
import type { QueueItem } from '../schema/queue.ts';
import { AdminLayout, type AdminPage } from './admin-layout.tsx';
import { itemName } from './item-texts.ts';
import { PostPreview } from './post-preview.tsx';
import { type OpenedItem, QueueDetail } from './queue-detail.tsx';
import { Waited } from './waited.tsx';

const PATH = '/admin/queue';
const FORM = 'bulk';

type QueueFilter = { kind: KindName | undefined; cursor: string | undefined };

type QueuePageProps = {
  admin: AdminPage;
  page: Page<QueueItem>;
  filter: QueueFilter;
  opened: OpenedItem | undefined;
  /** The address names an item that no longer waits; and who decided on it, if that is known. */
  gone: { by: string | undefined } | undefined;
  view: ComparisonView;
};

/** Everything that waits beside the open item; on a phone one below the other. */
export function QueuePage(props: QueuePageProps) {
  const { admin, page, filter, opened, gone } = props;
  const { t } = admin.visit;
  const first = page.items[0];
  const start =
    first && !opened ? (
      <a
        class="button button-primary"
        href={addressOf(PATH, { ...filter, open: first.key })}
        data-key="o"
      >
        <Icon of={Play} size={16} />
        {t('admin.posts.start')}
      </a>
    ) : undefined;
  return (
    <AdminLayout
      admin={admin}
      current="queue"
      title={t('admin.queue.title')}
      lead={t('admin.queue.lead')}
      tools={start}
    >
      <div class={opened ? 'review review-opened' : 'review'}>
        <div class="review-choice">
          <KindTabs admin={admin} kind={filter.kind} />
        </div>
        {gone ? (
          <Banner tone="warn">
            <p>{gone.by ? t('admin.queue.gone_by', { name: gone.by }) : t('admin.queue.gone')}</p>
          </Banner>
        ) : null}
        <div class="review-panes">
          <section class="review-list" aria-label={t('admin.queue.list')} data-pages>
            {page.items.length > 0 ? (
              <List {...props} />
            ) : (
              <EmptyState icon={CheckCheck} title={t('admin.queue.empty')}>
                <p>{t('admin.queue.empty_hint')}</p>
              </EmptyState>
            )}
          </section>
          {opened ? <Opened {...props} opened={opened} /> : null}
        </div>
      </div>
    </AdminLayout>
  );
}

function KindTabs({ admin, kind }: { admin: AdminPage; kind: KindName | undefined }) {
  const { t } = admin.visit;
  const { queue } = admin.queues;
  const names = [undefined, ...(Object.keys(queue) as KindName[])];
  const tabs = names.map((name) => ({
    href: addressOf(PATH, { kind: name }),
    label: name ? t(`admin.queue.${name}`) : t('admin.queue.all'),
    current: name === kind,
    count: name && queue[name] > 0 ? formatCount(queue[name]) : undefined,
  }));
  return <Tabs label={t('admin.queue.kinds')} tabs={tabs} />;
}

function List({ admin, page, filter, opened }: QueuePageProps) {
  const { t } = admin.visit;
  return (
    <form method="get" action={`${PATH}/preview`} id={FORM}>
      {filter.kind ? <input type="hidden" name="kind" value={filter.kind} /> : null}
      <p class="review-list-head">
        <label class="review-all">
          <input type="checkbox" data-select-all />
          <span data-selected={t('admin.queue.selected')}>{t('admin.queue.select_all')}</span>
        </label>
        <button class="button button-small" type="submit" data-key="p">
          {t('admin.queue.preview')}
          <kbd>P</kbd>
        </button>
      </p>
      <ol class="review-rows" data-list>
        {page.items.map((item) => (
          <Row
            key={item.key}
            admin={admin}
            item={item}
            href={addressOf(PATH, { ...filter, open: item.key })}
            current={item.key === opened?.item.key}
          />
        ))}
      </ol>
      <LoadMore t={t} href={nextPage(PATH, { kind: filter.kind }, page.next_cursor)} />
      <p class="meta staff-keys">{t('admin.queue.keys')}</p>
    </form>
  );
}

type RowProps = { admin: AdminPage; item: QueueItem; href: string; current: boolean };

function Row({ admin, item, href, current }: RowProps) {
  const { visit } = admin;
  const { t } = visit;
  const { kind, subject, title, excerpt, author, reports, claimed_by } = item;
  return (
    <li class="review-row review-row-check" data-row>
      <label class="review-check">
        <input type="checkbox" name="item" value={item.key} data-select />
        <span class="visually-hidden">{t('admin.queue.select', { title })}</span>
      </label>
      <a
        class="review-title"
        href={href}
        data-stop
        {...(current ? { 'aria-current': 'true' as const } : {})}
      >
        {title}
      </a>
      {excerpt ? <p class="review-summary">{excerpt}</p> : null}
      <p class="review-meta">
        <Tag tone={kind === 'report' ? 'danger' : subject === 'edit' ? 'info' : 'neutral'}>
          {itemName(t, item)}
        </Tag>
        {reports === undefined ? null : (
          <span>{t('admin.queue.reported', { count: reports })}</span>
        )}
        {author ? <span>{author.name}</span> : null}
        <Waited visit={visit} since={item.since} />
        {claimed_by ? (
          <Tag tone="warn">{t('admin.queue.claimed', { name: claimed_by })}</Tag>
        ) : null}
      </p>
    </li>
  );
}

function Opened({ admin, page, filter, opened, view }: QueuePageProps & { opened: OpenedItem }) {
  const { visit } = admin;
  const { item, post } = opened;
  const at = page.items.findIndex(({ key }) => key === item.key);
  const neighbour = page.items[at + 1] ?? page.items[at - 1];
  const next = neighbour
    ? addressOf(PATH, { ...filter, open: neighbour.key })
    : addressOf(PATH, { kind: filter.kind });
  const back = addressOf(PATH, filter);
  return (
    <div data-claim={item.kind} data-claim-id={item.id}>
      {item.claimed_by ? (
        <Banner tone="warn">
          <p>{visit.t('admin.queue.claimed', { name: item.claimed_by })}</p>
        </Banner>
      ) : null}
      {item.kind === 'post' && post ? (
        <PostPreview
          visit={visit}
          {...post}
          item={item.key}
          back={back}
          next={next}
          view={view}
          hrefOf={(one) => addressOf(PATH, { ...filter, open: item.key, view: one })}
        />
      ) : (
        <QueueDetail visit={visit} opened={opened} next={next} back={back} />
      )}
    </div>
  );
}
