import { BellOff, CheckCheck, Inbox } from 'lucide-static';
import { addDays, calendarDay } from '../../platform/clock.ts';
import type { PageView } from '../../platform/http/page.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { LOCALES } from '../../platform/i18n.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatCount } from '../../ui/format-count.ts';
import { Icon } from '../../ui/icons.tsx';
import { Layout } from '../../ui/layout.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { type Category, groupOf, type NotifyPrefs, SWITCHES, type Unread } from '../rules.ts';
import type { Notification } from '../schema.ts';
import { NotificationRow } from './notification-row.tsx';

/** Kinds caused by people come first: members look for them most. */
const TABS = ['all', 'comment', 'mention', 'like', 'follow', 'system'] as const;
const WHY_NOT = 'why-not';

type InboxProps = {
  visit: PageView;
  category: Category;
  notifications: Page<Notification>;
  unread: Unread;
  prefs: NotifyPrefs;
};

export function InboxPage(props: InboxProps) {
  const { visit, category, notifications, unread } = props;
  const { t, locale } = visit;
  return (
    <Layout visit={visit} title={t('inbox.title')} scripts={['inbox']}>
      <div
        class="inbox"
        data-inbox={category}
        data-words={JSON.stringify(LOCALES[locale].inbox.live)}
      >
        <div class="page-head">
          <h1>{t('inbox.title')}</h1>
          <ReadAll {...props} />
        </div>
        <Tabs
          label={t('inbox.categories')}
          tabs={TABS.map((one) => {
            const count = one === 'all' ? unread.total : unread[one];
            return {
              href: one === 'all' ? '/messages' : `/messages?category=${one}`,
              label: t(`inbox.category_${one}`),
              current: one === category,
              count: count > 0 ? formatCount(count) : undefined,
            };
          })}
        />
        {isBanned(visit) ? (
          <p class="inbox-hint" id={WHY_NOT}>
            {t('inbox.banned')}
          </p>
        ) : null}
        <SwitchedOff {...props} />
        {notifications.items.length === 0 ? (
          <Nothing visit={visit} category={category} />
        ) : (
          <NotificationList {...props} />
        )}
      </div>
    </Layout>
  );
}

function isBanned({ visitor }: PageView): boolean {
  return visitor?.status === 'banned';
}

/** Marks the shown category only. */
function ReadAll({ visit, category, unread }: InboxProps) {
  const { t } = visit;
  const count = category === 'all' ? unread.total : unread[category];
  if (count === 0) return null;
  return (
    <ActionForm visit={visit} action="/messages/read-all" class="inbox-read-all">
      <button
        class="button button-small"
        type="submit"
        name="category"
        value={category}
        {...(isBanned(visit) ? { disabled: true, 'aria-describedby': WHY_NOT } : {})}
      >
        <Icon of={CheckCheck} size={16} />
        {category === 'all' ? t('inbox.read_all') : t('inbox.read_category')}
      </button>
    </ActionForm>
  );
}

/** Names the kinds that the list omits because they are switched off. */
function SwitchedOff({ visit, category, prefs }: InboxProps) {
  const { t, locale } = visit;
  const off = SWITCHES.filter(
    (kind) => !prefs[kind] && (category === 'all' || category === groupOf(kind)),
  );
  if (off.length === 0) return null;
  const kinds = new Intl.ListFormat(locale, { type: 'conjunction' }).format(
    off.map((kind) => t(`inbox.kind_${kind}`)),
  );
  return (
    <p class="inbox-hint">
      <Icon of={BellOff} size={16} /> {t('inbox.switched_off', { kinds })}{' '}
      <a href="/settings?tab=notifications">{t('inbox.switch_on')}</a>
    </p>
  );
}

function NotificationList({ visit, category, notifications }: InboxProps) {
  const { t } = visit;
  const refusedBy = isBanned(visit) ? WHY_NOT : undefined;
  const { next_cursor: cursor } = notifications;
  const query = new URLSearchParams({
    ...(category === 'all' ? {} : { category }),
    cursor: cursor ?? '',
  });
  return (
    <div data-pages>
      <div data-list>
        {groupByDay(visit.now, notifications.items).map(([day, items]) => (
          <section key={day} class="inbox-day" data-day={day} aria-label={t(`inbox.${day}`)}>
            <h2>{t(`inbox.${day}`)}</h2>
            <ol class="message-list">
              {items.map((notification) => (
                <NotificationRow
                  key={notification.id}
                  visit={visit}
                  notification={notification}
                  refusedBy={refusedBy}
                />
              ))}
            </ol>
          </section>
        ))}
      </div>
      <LoadMore t={t} href={cursor && `/messages?${query}`} />
    </div>
  );
}

type Day = 'today' | 'yesterday' | 'earlier';

/** Keeps the order, newest first. */
function groupByDay(now: Date, notifications: Notification[]): [Day, Notification[]][] {
  const today = calendarDay(now);
  const yesterday = calendarDay(addDays(now, -1));
  const dayOf = ({ created_at }: Notification): Day => {
    const day = calendarDay(new Date(created_at));
    if (day >= today) return 'today';
    return day === yesterday ? 'yesterday' : 'earlier';
  };
  return [...Map.groupBy(notifications, dayOf)];
}

function Nothing({ visit, category }: { visit: PageView; category: Category }) {
  const { t } = visit;
  const isAll = category === 'all';
  return (
    <EmptyState icon={Inbox} title={isAll ? t('inbox.empty') : t('inbox.empty_category')}>
      <a class="button" href={isAll ? '/posts?order=hot' : '/messages'}>
        {isAll ? t('inbox.hot_posts') : t('inbox.see_all')}
      </a>
    </EmptyState>
  );
}
