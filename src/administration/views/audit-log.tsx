import { ScrollText } from 'lucide-static';
import type { Page } from '../../platform/http/pagination.ts';
import { LOCALES } from '../../platform/i18n.ts';
import type { StaffLogEntry } from '../../staff-log/schema.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Time } from '../../ui/time.tsx';
import { actionName } from './action-name.ts';
import { nextPage } from './address.ts';
import { AdminLayout, type AdminPage } from './admin-layout.tsx';
import { balance } from './balance.ts';
import { FilterChoice, Filters, FilterText } from './filters.tsx';
import { Person } from './person.tsx';
import { StaffTable } from './staff-table.tsx';

const PATH = '/admin/audit-log';
const KINDS = [
  'post',
  'comment',
  'user',
  'profile_change',
  'energy_batch',
  'site_setting',
] as const;
type Kind = (typeof KINDS)[number];

export type LogFilter = {
  actor_uid: number | undefined;
  subject_kind: Kind | undefined;
  subject_id: number | undefined;
};

/** D47: who did what, why, and what it was before. */
export function AuditLog(props: {
  admin: AdminPage;
  filter: LogFilter;
  page: Page<StaffLogEntry>;
}) {
  const { admin, filter, page } = props;
  const { visit } = admin;
  const { t } = visit;
  const active = Object.values(filter).some(Boolean);
  return (
    <AdminLayout
      admin={admin}
      current="audit_log"
      title={t('admin.audit_log.title')}
      lead={t('admin.audit_log.lead')}
    >
      <Filters visit={visit} path={PATH} active={active}>
        <FilterText
          name="actor_uid"
          label={t('admin.audit_log.actor')}
          value={filter.actor_uid}
          numeric
        />
        <FilterChoice
          name="subject_kind"
          label={t('admin.audit_log.kind')}
          any={t('admin.filters.any')}
          value={filter.subject_kind}
          choices={KINDS.map((value) => ({ value, label: t(`admin.audit_log.kind_${value}`) }))}
        />
        <FilterText
          name="subject_id"
          label={t('admin.audit_log.subject_id')}
          value={filter.subject_id}
          numeric
        />
      </Filters>
      {page.items.length > 0 ? (
        <LogTable admin={admin} filter={filter} page={page} />
      ) : (
        <EmptyState
          icon={ScrollText}
          title={t(active ? 'admin.nothing_found' : 'admin.audit_log.empty')}
        />
      )}
    </AdminLayout>
  );
}

function LogTable(props: { admin: AdminPage; filter: LogFilter; page: Page<StaffLogEntry> }) {
  const { admin, filter, page } = props;
  const { t } = admin.visit;
  const columns = [
    t('admin.audit_log.when'),
    t('admin.audit_log.who'),
    t('admin.audit_log.what'),
    t('admin.audit_log.change'),
    t('admin.reason.label'),
  ];
  return (
    <StaffTable
      visit={admin.visit}
      columns={columns}
      next={nextPage(PATH, filter, page.next_cursor)}
    >
      {page.items.map((entry) => (
        <LogRow key={entry.id} admin={admin} entry={entry} />
      ))}
    </StaffTable>
  );
}

function LogRow({ admin, entry }: { admin: AdminPage; entry: StaffLogEntry }) {
  const { visit } = admin;
  const { t, locale, now } = visit;
  return (
    <tr>
      <td data-label={t('admin.audit_log.when')}>
        <Time at={entry.created_at} locale={locale} now={now} />
      </td>
      <td data-label={t('admin.audit_log.who')}>
        <Person visit={visit} user={entry.actor} />
      </td>
      <td data-label={t('admin.audit_log.what')}>
        <span class="staff-log-what">
          {actionName(t, entry.action)}
          <Subject admin={admin} entry={entry} />
        </span>
      </td>
      <td data-label={t('admin.audit_log.change')}>
        <Difference admin={admin} entry={entry} />
      </td>
      <td data-label={t('admin.reason.label')}>{entry.reason || '—'}</td>
    </tr>
  );
}

const ADDRESSES: Partial<Record<string, (id: number) => string>> = {
  post: (id) => `/admin/posts?post=${id}`,
  user: (id) => `/admin/users?q=${id}`,
  site_setting: () => '/admin/site-settings',
};

function Subject({ admin, entry }: { admin: AdminPage; entry: StaffLogEntry }) {
  const { t } = admin.visit;
  const kind = KINDS.find((one) => one === entry.subject_kind);
  const name = kind ? t(`admin.audit_log.kind_${kind}`) : entry.subject_kind;
  const words = entry.subject_id === null ? name : `${name} ${entry.subject_id}`;
  const address = ADDRESSES[entry.subject_kind]?.(entry.subject_id ?? 0);
  return address ? <a href={address}>{words}</a> : <span class="meta">{words}</span>;
}

/** Only what changed. */
function Difference({ admin, entry }: { admin: AdminPage; entry: StaffLogEntry }) {
  const { locale } = admin.visit;
  const { fields, values } = LOCALES[locale].admin.audit_log;
  const spell = (value: unknown) =>
    typeof value === 'number' ? balance(value, locale) : wordOf(values, spellValue(value));
  const before = (entry.before ?? {}) as Record<string, unknown>;
  const after = (entry.after ?? {}) as Record<string, unknown>;
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => before[name] !== after[name] && (name in after || Object.keys(after).length === 0),
  );
  if (names.length === 0) return <>—</>;
  return (
    <ul class="staff-log-changes">
      {names.map((name) => (
        <li key={name}>
          <span class="meta">{wordOf(fields, name)}</span>{' '}
          {name in before ? <del>{spell(before[name])}</del> : null} {name in before ? '→ ' : null}
          <ins>{spell(after[name])}</ins>
        </li>
      ))}
    </ul>
  );
}

/** The translation, or the recorded name if it has none. */
function wordOf(words: Readonly<Record<string, string>>, name: string): string {
  return (Object.hasOwn(words, name) ? words[name] : undefined) ?? name;
}

function spellValue(value: unknown): string {
  if (value === null || value === undefined) return '—';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
