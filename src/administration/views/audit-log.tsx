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
export function AuditLog(props: { desk: AdminPage; filter: LogFilter; page: Page<StaffLogEntry> }) {
  const { desk, filter, page } = props;
  const { visit } = desk;
  const { t } = visit;
  const active = Object.values(filter).some(Boolean);
  return (
    <AdminLayout
      desk={desk}
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
        <LogTable desk={desk} filter={filter} page={page} />
      ) : (
        <EmptyState
          icon={ScrollText}
          title={t(active ? 'admin.nothing_found' : 'admin.audit_log.empty')}
        />
      )}
    </AdminLayout>
  );
}

function LogTable(props: { desk: AdminPage; filter: LogFilter; page: Page<StaffLogEntry> }) {
  const { desk, filter, page } = props;
  const { t } = desk.visit;
  const columns = [
    t('admin.audit_log.when'),
    t('admin.audit_log.who'),
    t('admin.audit_log.what'),
    t('admin.audit_log.change'),
    t('admin.reason.label'),
  ];
  return (
    <StaffTable
      visit={desk.visit}
      columns={columns}
      next={nextPage(PATH, filter, page.next_cursor)}
    >
      {page.items.map((entry) => (
        <LogRow key={entry.id} desk={desk} entry={entry} />
      ))}
    </StaffTable>
  );
}

function LogRow({ desk, entry }: { desk: AdminPage; entry: StaffLogEntry }) {
  const { visit } = desk;
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
          <Subject desk={desk} entry={entry} />
        </span>
      </td>
      <td data-label={t('admin.audit_log.change')}>
        <Difference desk={desk} entry={entry} />
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

function Subject({ desk, entry }: { desk: AdminPage; entry: StaffLogEntry }) {
  const { t } = desk.visit;
  const kind = KINDS.find((one) => one === entry.subject_kind);
  const name = kind ? t(`admin.audit_log.kind_${kind}`) : entry.subject_kind;
  const words = entry.subject_id === null ? name : `${name} ${entry.subject_id}`;
  const address = ADDRESSES[entry.subject_kind]?.(entry.subject_id ?? 0);
  return address ? <a href={address}>{words}</a> : <span class="meta">{words}</span>;
}

/** Only what changed. */
function Difference({ desk, entry }: { desk: AdminPage; entry: StaffLogEntry }) {
  const { locale } = desk.visit;
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

/** In words where there are some; else as it was recorded. */
function wordOf(words: Readonly<Record<string, string>>, name: string): string {
  return (Object.hasOwn(words, name) ? words[name] : undefined) ?? name;
}

function spellValue(value: unknown): string {
  if (value === null || value === undefined) return '—';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
