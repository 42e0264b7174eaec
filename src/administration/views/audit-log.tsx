import { ScrollText } from 'lucide-static';
import type { Page } from '../../platform/http/pagination.ts';
import { type StaffLogEntry, SUBJECT_KINDS } from '../../staff-log/schema.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { nextPage } from '../../ui/list-address.ts';
import { Tag } from '../../ui/tag.tsx';
import { Time } from '../../ui/time.tsx';
import type { NamedSubject } from '../actions/name-subjects.ts';
import { actionName } from './action-name.ts';
import { AdminLayout, type AdminPage } from './admin-layout.tsx';
import { FilterChoice, Filters, FilterText } from './filters.tsx';
import { LogChange } from './log-change.tsx';
import { LogSubject } from './log-subject.tsx';
import { Person } from './person.tsx';
import { type Column, StaffTable } from './staff-table.tsx';
import { UndoForm } from './undo-form.tsx';

const PATH = '/admin/audit-log';
type Kind = (typeof SUBJECT_KINDS)[number];

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
  /** Which entries the viewer can undo, and which were undone. */
  undo: Map<number, 'undoable' | 'undone'>;
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
          choices={SUBJECT_KINDS.map((value) => ({
            value,
            label: t(`admin.audit_log.kind_${value}`),
          }))}
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

function LogTable({ admin, filter, page, subjects, undo }: AuditLogProps) {
  const { t } = admin.visit;
  const columns: Column[] = [
    { label: t('admin.audit_log.when'), width: 'time' },
    { label: t('admin.audit_log.who'), width: 'person' },
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
        <LogRow
          key={entry.id}
          admin={admin}
          entry={entry}
          subject={subjects.get(entry.id)}
          undo={undo.get(entry.id)}
        />
      ))}
    </StaffTable>
  );
}

type LogRowProps = {
  admin: AdminPage;
  entry: StaffLogEntry;
  subject: NamedSubject | undefined;
  undo: 'undoable' | 'undone' | undefined;
};

function LogRow({ admin, entry, subject, undo }: LogRowProps) {
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
            entry.action.startsWith('rule.') || entry.action === 'user.ban_over'
              ? 'admin.audit_log.automatic'
              : 'admin.audit_log.command_line',
          )
        )}
      </td>
      <td data-label={t('admin.audit_log.what')}>
        {entry.action === 'undo'
          ? t('admin.audit_log.undo_of', { action: actionName(t, undoneBy(entry)) })
          : actionName(t, entry.action)}{' '}
        {undo === 'undone' ? <Tag>{t('admin.audit_log.undone')}</Tag> : null}
        <LogSubject visit={visit} entry={entry} subject={subject} />
        {undo === 'undoable' ? <UndoForm visit={visit} of={{ log_id: entry.id }} /> : null}
      </td>
      <td data-label={t('admin.audit_log.change')}>
        <LogChange visit={visit} entry={entry} />
      </td>
      <td data-label={t('admin.reason.label')}>{entry.reason || '—'}</td>
    </tr>
  );
}

/** The action that an undo names. */
function undoneBy({ before }: StaffLogEntry): string {
  return (before as { action?: string } | null)?.action ?? '';
}
