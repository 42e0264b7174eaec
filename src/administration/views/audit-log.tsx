import { ScrollText } from 'lucide-static';
import type { Page } from '../../platform/http/pagination.ts';
import { LOCALES } from '../../platform/i18n.ts';
import type { StaffLogEntry } from '../../staff-log/schema.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Time } from '../../ui/time.tsx';
import type { NamedSubject } from '../actions/name-subjects.ts';
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
  'tag',
  'series',
] as const;
type Kind = (typeof KINDS)[number];

type LogFilter = {
  actor_uid: number | undefined;
  subject_kind: Kind | undefined;
  subject_id: number | undefined;
};

type AuditLogProps = {
  admin: AdminPage;
  filter: LogFilter;
  page: Page<StaffLogEntry>;
  /** What each entry is about. */
  subjects: Map<number, NamedSubject>;
};

/** D47: who did what, why, and what it was before. */
export function AuditLog(props: AuditLogProps) {
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
        <LogTable {...props} />
      ) : (
        <EmptyState
          icon={ScrollText}
          title={t(active ? 'admin.nothing_found' : 'admin.audit_log.empty')}
        />
      )}
    </AdminLayout>
  );
}

function LogTable({ admin, filter, page, subjects }: AuditLogProps) {
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
        <LogRow key={entry.id} admin={admin} entry={entry} subject={subjects.get(entry.id)} />
      ))}
    </StaffTable>
  );
}

type LogRowProps = { admin: AdminPage; entry: StaffLogEntry; subject: NamedSubject | undefined };

function LogRow({ admin, entry, subject }: LogRowProps) {
  const { visit } = admin;
  const { t, locale, now } = visit;
  return (
    <tr>
      <td data-label={t('admin.audit_log.when')}>
        <Time at={entry.created_at} locale={locale} now={now} />
      </td>
      <td data-label={t('admin.audit_log.who')}>
        {entry.actor ? (
          <Person visit={visit} user={entry.actor} />
        ) : (
          t(
            entry.action.startsWith('rule.')
              ? 'admin.audit_log.automatic'
              : 'admin.audit_log.command_line',
          )
        )}
      </td>
      <td data-label={t('admin.audit_log.what')}>
        {actionName(t, entry.action)}
        <Subject admin={admin} entry={entry} subject={subject} />
      </td>
      <td data-label={t('admin.audit_log.change')}>
        <Difference admin={admin} entry={entry} />
      </td>
      <td data-label={t('admin.reason.label')}>{entry.reason || '—'}</td>
    </tr>
  );
}

/** Titles and names; the number, which never changes, stands beside them. */
function Subject({ admin, entry, subject = {} }: LogRowProps) {
  const { t } = admin.visit;
  const { post, member } = subject;
  const kind = KINDS.find((one) => one === entry.subject_kind);
  const name = kind ? t(`admin.audit_log.kind_${kind}`) : entry.subject_kind;
  const id = entry.subject_id;
  const number =
    id === null ? name : kind === 'user' ? t('admin.uid', { uid: id }) : `${name} ${id}`;
  return (
    <span class="staff-subject">
      {post?.title ? <a href={`/admin/posts?post=${post.id}`}>{post.title}</a> : null}
      {member?.name ? <a href={`/admin/users?q=${member.uid}`}>{member.name}</a> : null}
      {kind === 'site_setting' ? <a href="/admin/site-settings">{name}</a> : null}
      {kind === 'site_setting' ? null : <span class="staff-id">{number}</span>}
    </span>
  );
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
