import { MessageSquareOff } from 'lucide-static';
import type { StaffComment } from '../../comments/schema.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Time } from '../../ui/time.tsx';
import { AdminLayout, type AdminPage } from './admin-layout.tsx';
import { Filters, FilterText } from './filters.tsx';
import { Highlighted } from './highlighted.tsx';
import { Person } from './person.tsx';
import { ReasonPopover } from './reason-popover.tsx';
import { StaffTable } from './staff-table.tsx';

const PATH = '/admin/wave';

type WavePageProps = {
  admin: AdminPage;
  filter: { q: string | undefined; accounts: string; hours: number };
  comments: StaffComment[];
};

/** What a removal would take, and whom a ban would hit, before it is done. */
export function WavePage({ admin, filter, comments }: WavePageProps) {
  const { visit } = admin;
  const { t, locale, now } = visit;
  const authors = [...new Set(comments.map(({ author }) => author.uid))];
  const ids = comments.map(({ id }) => id).join(',');
  const active = filter.q !== undefined || filter.accounts !== '';
  const shared = { visit, action: '/admin/wave', next: '/admin/queue', danger: true } as const;
  const counts = { comments: comments.length, authors: authors.length };
  return (
    <AdminLayout
      admin={admin}
      current="comments"
      title={t('admin.queue.wave')}
      lead={t('admin.queue.wave_lead')}
    >
      <Filters visit={visit} path={PATH} active={active}>
        <FilterText name="q" label={t('admin.comments.keyword')} value={filter.q} wide />
        <FilterText
          name="accounts"
          label={t('admin.queue.wave_accounts')}
          value={filter.accounts}
          wide
        />
        <FilterText name="hours" label={t('admin.queue.wave_hours')} value={filter.hours} numeric />
      </Filters>
      {comments.length === 0 ? (
        <EmptyState icon={MessageSquareOff} title={t('admin.nothing_found')} />
      ) : (
        <>
          <p>{t('admin.queue.wave_found', counts)}</p>
          <section class="review-decisions" aria-label={t('admin.posts.decisions')}>
            <ReasonPopover
              {...shared}
              id="wave-ban"
              fields={{ comments: ids, accounts: authors.join(',') }}
              label={t('admin.queue.wave_ban', counts)}
              title={t('admin.queue.wave_ban', counts)}
              hints={[t('admin.queue.lead')]}
              templates="ban"
              hotkey="b"
            />
            <ReasonPopover
              {...shared}
              id="wave-remove"
              fields={{ comments: ids }}
              label={t('admin.queue.wave_remove', counts)}
              title={t('admin.queue.wave_remove', counts)}
              hints={[t('admin.queue.lead')]}
              templates="comment"
              hotkey="r"
            />
          </section>
          <StaffTable
            visit={visit}
            columns={[
              { label: t('admin.audit_log.who'), width: 'person' },
              t('admin.queue.comment'),
              { label: t('admin.audit_log.when'), width: 'time' },
            ]}
            next={null}
          >
            {comments.map(({ id, author, body, created_at }) => (
              <tr key={id}>
                <td data-label={t('admin.audit_log.who')}>
                  <Person visit={visit} user={author} />
                </td>
                <td data-label={t('admin.queue.comment')}>
                  <Highlighted text={body} word={filter.q} />
                </td>
                <td data-label={t('admin.audit_log.when')}>
                  <Time at={created_at} locale={locale} now={now} />
                </td>
              </tr>
            ))}
          </StaffTable>
        </>
      )}
    </AdminLayout>
  );
}
