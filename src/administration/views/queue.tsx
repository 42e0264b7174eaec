import { CheckCheck, Play, Undo2 } from 'lucide-static';
import type { Page } from '../../platform/http/pagination.ts';
import type { ComparisonView } from '../../posts/views/compared-html.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Banner } from '../../ui/banner.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatCount } from '../../ui/format-count.ts';
import { Icon } from '../../ui/icons.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Tag } from '../../ui/tag.tsx';
import type { KindName } from '../actions/queue/kinds.ts';
import type { QueueItem } from '../schema/queue.ts';
import { actionName } from './action-name.ts';
import { addressOf, nextPage } from './address.ts';
import { AdminLayout, type AdminPage } from './admin-layout.tsx';
import { PostPreview } from './post-preview.tsx';
import { type OpenedItem, QueueDetail } from './queue-detail.tsx';
import { Waited } from './waited.tsx';

const PATH = '/admin/queue';
const FORM = 'bulk';

type Recent = { log_id: number; batch: string | null; action: string };

type QueuePageProps = {
  admin: AdminPage;
  page: Page<QueueItem>;
  /** What the viewer can still undo. */
  recent: Recent[];
  kind: KindName | undefined;
  opened: OpenedItem | undefined;
  /** The address names an item that no longer waits. */
  gone: boolean;
  view: ComparisonView;
};

/** Everything that waits beside the open item; on a phone one below the other. */
export function QueuePage(props: QueuePageProps) {
  const { admin, page, recent, kind, opened, gone } = props;
  const { t } = admin.visit;
  const first = page.items[0];
  const start =
    first && !opened ? (
      <a
        class="button button-primary"
        href={addressOf(PATH, { kind, open: first.key })}
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
          <KindTabs admin={admin} kind={kind} />
          <RecentDecisions admin={admin} recent={recent} />
        </div>
        {gone ? (
          <Banner tone="warn">
            <p>{t('admin.queue.gone')}</p>
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

/** The last decision or bulk action, with its undo. */
function RecentDecisions({ admin, recent }: { admin: AdminPage; recent: Recent[] }) {
  const { visit } = admin;
  const { t } = visit;
  const last = recent[0];
  if (!last) return null;
  const together = recent.filter(({ batch }) => batch !== null && batch === last.batch).length;
  const action =
    together > 1
      ? `/admin/decisions/batch/${last.batch}/undo`
      : `/admin/decisions/${last.log_id}/undo`;
  return (
    <ActionForm visit={visit} action={action} next={PATH}>
      <p class="meta">
        {t('admin.queue.recent', { action: actionName(t, last.action) })}{' '}
        <button class="button button-small" type="submit" data-key="z">
          <Icon of={Undo2} size={14} />
          {together > 1 ? t('admin.queue.undo_all', { count: together }) : t('admin.queue.undo')}
          <kbd>Z</kbd>
        </button>
      </p>
    </ActionForm>
  );
}

function List({ admin, page, kind, opened }: QueuePageProps) {
  const { t } = admin.visit;
  return (
    <form method="get" action={`${PATH}/preview`} id={FORM}>
      <ol class="review-rows" data-list>
        {page.items.map((item) => (
          <Row
            key={item.key}
            admin={admin}
            item={item}
            href={addressOf(PATH, { kind, open: item.key })}
            current={item.key === opened?.item.key}
          />
        ))}
      </ol>
      <LoadMore
        href={nextPage(PATH, { kind }, page.next_cursor)}
        more={t('shell.load_more')}
        end={t('shell.end')}
      />
      <p class="list-more">
        <button class="button" type="submit">
          {t('admin.queue.preview')}
        </button>
      </p>
      <p class="meta staff-keys">{t('admin.queue.keys')}</p>
    </form>
  );
}

type RowProps = { admin: AdminPage; item: QueueItem; href: string; current: boolean };

function Row({ admin, item, href, current }: RowProps) {
  const { visit } = admin;
  const { t } = visit;
  const { kind, subject, title, excerpt, author, reports, claimed_by } = item;
  const name = t(`admin.queue.subject.${subject}`);
  return (
    <li class="review-row" data-row>
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
        <label>
          <input type="checkbox" name="item" value={item.key} data-row-key="x" />
          <span class="visually-hidden">{t('admin.queue.select', { title })}</span>
        </label>
        <Tag tone={kind === 'report' ? 'danger' : subject === 'edit' ? 'info' : 'neutral'}>
          {kind === 'report' ? t('admin.queue.reported_subject', { subject: name }) : name}
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

function Opened({ admin, page, kind, opened, view }: QueuePageProps & { opened: OpenedItem }) {
  const { visit } = admin;
  const { item, post } = opened;
  const at = page.items.findIndex(({ key }) => key === item.key);
  const neighbour = page.items[at + 1] ?? page.items[at - 1];
  const next = addressOf(PATH, { kind, open: neighbour?.key });
  const back = addressOf(PATH, { kind });
  const claim = { 'data-claim': item.kind, 'data-claim-id': item.id };
  if (!post)
    return (
      <div {...claim}>
        <QueueDetail visit={visit} opened={opened} next={next} back={back} />
      </div>
    );
  return (
    <div {...claim}>
      <PostPreview
        visit={visit}
        {...post}
        back={back}
        next={next}
        view={view}
        hrefOf={(one) => addressOf(PATH, { kind, open: item.key, view: one })}
      />
    </div>
  );
}
