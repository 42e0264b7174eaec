import { Coins } from 'lucide-static';
import { type EnergyReason, REASONS } from '../../energy/rules.ts';
import type { Page } from '../../platform/http/pagination.ts';
import type { Title } from '../../posts/actions/find-titles.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { langOf } from '../../ui/lang-of.ts';
import { nextPage } from '../../ui/list-address.ts';
import { formatSigned } from '../../ui/numbers.ts';
import { Time } from '../../ui/time.tsx';
import type { LedgerEntry } from '../schema/energy.ts';
import { AdminLayout, type AdminPage } from './admin-layout.tsx';
import { balance } from './balance.ts';
import { FilterChoice, Filters, FilterText } from './filters.tsx';
import { Person } from './person.tsx';
import { columnsOf, StaffTable } from './staff-table.tsx';

const PATH = '/admin/energy-logs';

/** Days, both of them included. */
type LedgerFilter = {
  uid: number | undefined;
  reason: EnergyReason | undefined;
  from: string | undefined;
  to: string | undefined;
};

type EnergyLogsProps = {
  admin: AdminPage;
  filter: LedgerFilter;
  page: Page<LedgerEntry>;
  /** Of the posts that staff lists may show (D51). */
  titles: Map<number, Title>;
};

/** SPEC §5.5, D43: every change with the balance it left. */
export function EnergyLogs(props: EnergyLogsProps) {
  const { admin, filter, page } = props;
  const { visit } = admin;
  const { t } = visit;
  return (
    <AdminLayout
      admin={admin}
      current="energy_logs"
      title={t('admin.energy_logs.title')}
      lead={t('admin.energy_logs.lead')}
    >
      <Filters visit={visit} path={PATH} active={Object.values(filter).some(Boolean)}>
        <FilterText name="uid" label={t('admin.filters.uid')} value={filter.uid} numeric />
        <FilterChoice
          name="reason"
          label={t('admin.energy_logs.why')}
          any={t('admin.filters.any')}
          value={filter.reason}
          choices={REASONS.map((value) => ({ value, label: t(`admin.energy_logs.${value}`) }))}
        />
        <FilterText
          name="from"
          label={t('admin.energy_logs.from')}
          value={filter.from}
          type="date"
        />
        <FilterText name="to" label={t('admin.energy_logs.to')} value={filter.to} type="date" />
      </Filters>
      {page.items.length > 0 ? (
        <Ledger {...props} />
      ) : (
        <EmptyState icon={Coins} title={t('admin.nothing_found')}>
          <p>{t('admin.nothing_found_hint')}</p>
        </EmptyState>
      )}
    </AdminLayout>
  );
}

const WIDTHS = {
  when: 'time',
  member: 'person',
  change: 'number',
  balance: 'number',
  why: 'tags',
  note: null,
} as const;

function Ledger({ admin, filter, page, titles }: EnergyLogsProps) {
  const { t } = admin.visit;
  return (
    <StaffTable
      visit={admin.visit}
      columns={columnsOf(WIDTHS, (name) => t(`admin.energy_logs.${name}`))}
      next={nextPage(PATH, filter, page.next_cursor)}
    >
      {page.items.map((entry) => (
        <LedgerRow
          key={`${entry.transfer_id}-${entry.account.uid}`}
          admin={admin}
          entry={entry}
          post={titles.get(entry.post_id ?? 0)}
        />
      ))}
    </StaffTable>
  );
}

type LedgerRowProps = { admin: AdminPage; entry: LedgerEntry; post: Title | undefined };

function LedgerRow({ admin, entry, post }: LedgerRowProps) {
  const { visit } = admin;
  const { t, locale, now } = visit;
  const { amount, balance_after: left, post_id, note } = entry;
  return (
    <tr>
      <td data-label={t('admin.energy_logs.when')}>
        <Time at={entry.created_at} locale={locale} now={now} />
      </td>
      <td data-label={t('admin.energy_logs.member')}>
        <Person visit={visit} user={entry.account} />
      </td>
      <td data-label={t('admin.energy_logs.change')} class="staff-number">
        <strong class={amount > 0 ? 'staff-gained' : 'staff-spent'}>
          {formatSigned(amount, locale)}
        </strong>
      </td>
      <td
        data-label={t('admin.energy_logs.balance')}
        class={left < 0 ? 'staff-number staff-below' : 'staff-number'}
      >
        {balance(left, locale)}
      </td>
      <td data-label={t('admin.energy_logs.why')}>{t(`admin.energy_logs.${entry.reason}`)}</td>
      <td data-label={t('admin.energy_logs.note')}>
        {post ? (
          <a href={`/posts/${post_id}`} lang={langOf(post.lang, locale)}>
            {post.title}
          </a>
        ) : null}{' '}
        {post_id ? (
          <span class="staff-id">{t('admin.energy_logs.post', { id: post_id })}</span>
        ) : null}{' '}
        {note || (post_id ? null : '—')}
      </td>
    </tr>
  );
}
