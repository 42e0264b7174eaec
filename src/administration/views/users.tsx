import { UserRoundX } from 'lucide-static';
import type { Page } from '../../platform/http/pagination.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { nextPage } from '../../ui/list-address.ts';
import { formatNumber } from '../../ui/numbers.ts';
import { Tag } from '../../ui/tag.tsx';
import { formatDateTime, Time } from '../../ui/time.tsx';
import type { StaffUser } from '../schema/people.ts';
import { AdminLayout, type AdminPage } from './admin-layout.tsx';
import { balance } from './balance.ts';
import { FilterChoice, Filters, FilterText } from './filters.tsx';
import { Person } from './person.tsx';
import { columnsOf, StaffTable } from './staff-table.tsx';
import { UserActions } from './user-actions.tsx';

const PATH = '/admin/users';
const ROLES = ['member', 'admin', 'owner'] as const;
const STATUSES = ['active', 'banned'] as const;

export type UserFilter = {
  q: string | undefined;
  role: StaffUser['role'] | undefined;
  status: StaffUser['status'] | undefined;
};

export function UsersPage(props: { admin: AdminPage; filter: UserFilter; page: Page<StaffUser> }) {
  const { admin, filter, page } = props;
  const { visit } = admin;
  const { t } = visit;
  return (
    <AdminLayout admin={admin} current="users" title={t('admin.users.title')}>
      <Filters visit={visit} path={PATH} active={Object.values(filter).some(Boolean)}>
        <FilterText
          name="q"
          label={t('admin.users.search')}
          value={filter.q}
          hint={t('admin.users.search_hint')}
          wide
        />
        <FilterChoice
          name="role"
          label={t('admin.users.role')}
          any={t('admin.filters.any')}
          value={filter.role}
          choices={ROLES.map((value) => ({ value, label: t(`admin.role.${value}`) }))}
        />
        <FilterChoice
          name="status"
          label={t('admin.users.status')}
          any={t('admin.filters.any')}
          value={filter.status}
          choices={STATUSES.map((value) => ({ value, label: t(`admin.users.status_${value}`) }))}
        />
      </Filters>
      {page.items.length > 0 ? (
        <UserTable admin={admin} filter={filter} page={page} />
      ) : (
        <EmptyState icon={UserRoundX} title={t('admin.nothing_found')}>
          <p>{t('admin.nothing_found_hint')}</p>
        </EmptyState>
      )}
    </AdminLayout>
  );
}

const WIDTHS = {
  ...({ member: 'person', email: null, status: 'tags' } as const),
  ...({ energy: 'number', sessions: 'number', joined: 'time', actions: 'tags' } as const),
};

function UserTable(props: { admin: AdminPage; filter: UserFilter; page: Page<StaffUser> }) {
  const { admin, filter, page } = props;
  const { t } = admin.visit;
  return (
    <StaffTable
      visit={admin.visit}
      columns={columnsOf(WIDTHS, (name) => t(`admin.users.${name}`))}
      next={nextPage(PATH, filter, page.next_cursor)}
      class="staff-users"
    >
      {page.items.map((user) => (
        <UserRow key={user.uid} admin={admin} user={user} />
      ))}
    </StaffTable>
  );
}

function UserRow({ admin, user }: { admin: AdminPage; user: StaffUser }) {
  const { visit } = admin;
  const { t, locale, now } = visit;
  return (
    <tr>
      <th scope="row">
        <Person visit={visit} user={user} />
      </th>
      <td data-label={t('admin.users.email')} class="staff-email">
        {user.email ?? '—'}
      </td>
      <td data-label={t('admin.users.status')}>
        <span class="staff-tags">
          {user.role === 'member' ? null : <Tag tone="info">{t(`admin.role.${user.role}`)}</Tag>}
          <StatusTag admin={admin} user={user} />
        </span>
      </td>
      <td
        data-label={t('admin.users.energy')}
        class={user.balance < 0 ? 'staff-number staff-below' : 'staff-number'}
      >
        {balance(user.balance, locale)}
      </td>
      <td data-label={t('admin.users.sessions')} class="staff-number">
        {formatNumber(user.session_count, locale)}
      </td>
      <td data-label={t('admin.users.joined')}>
        <Time at={user.created_at} locale={locale} now={now} />
        {user.invited_by ? (
          <p class="meta">
            {t('invitations.invited_by')}{' '}
            <a href={`/admin/users?q=${user.invited_by.uid}`}>{user.invited_by.name}</a>
          </p>
        ) : null}
      </td>
      <td class="staff-actions">
        <UserActions visit={visit} user={user} />
      </td>
    </tr>
  );
}

function StatusTag({ admin, user }: { admin: AdminPage; user: StaffUser }) {
  const { t, locale } = admin.visit;
  if (user.email === null) return <Tag>{t('admin.users.purged')}</Tag>;
  return (
    <>
      {user.deleted_at ? <Tag tone="warn">{t('admin.users.deleted')}</Tag> : null}
      {user.status === 'banned' ? (
        <>
          <Tag tone="danger">{t('admin.users.status_banned')}</Tag>{' '}
          <span class="meta">
            {user.banned_until
              ? t('admin.users.banned_until', { time: formatDateTime(user.banned_until, locale) })
              : t('admin.users.banned_for_good')}
          </span>
        </>
      ) : user.deleted_at ? null : (
        <Tag tone="success">{t('admin.users.status_active')}</Tag>
      )}
    </>
  );
}
