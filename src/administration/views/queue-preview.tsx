import { Check } from 'lucide-static';
import { ActionForm } from '../../ui/action-form.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icons.tsx';
import type { QueueItem } from '../schema/queue.ts';
import { AdminLayout, type AdminPage } from './admin-layout.tsx';
import { ReasonPopover } from './reason-popover.tsx';
import { StaffTable } from './staff-table.tsx';

const PATH = '/admin/queue';

/** What a bulk action will do to each item, before it is done. */
export function QueuePreview({ admin, items }: { admin: AdminPage; items: QueueItem[] }) {
  const { visit } = admin;
  const { t } = visit;
  const keys = items.map(({ key }) => key).join(',');
  const action = `${PATH}/decide`;
  return (
    <AdminLayout admin={admin} current="queue" title={t('admin.queue.bulk_title')}>
      {items.length === 0 ? (
        <EmptyState icon={Check} title={t('admin.queue.nothing_selected')}>
          <a class="button" href={PATH}>
            {t('admin.queue.back')}
          </a>
        </EmptyState>
      ) : (
        <>
          <p>{t('admin.queue.bulk_lead', { count: items.length })}</p>
          <StaffTable
            visit={visit}
            columns={[
              t('admin.queue.list'),
              t('admin.queue.bulk_approve'),
              t('admin.queue.bulk_reject'),
            ]}
            next={null}
          >
            {items.map(({ key, kind, title, excerpt }) => (
              <tr key={key}>
                <td data-label={t('admin.queue.list')}>
                  <strong>{title}</strong> {excerpt}
                </td>
                <td data-label={t('admin.queue.bulk_approve')}>
                  {t(`admin.queue.effect.approve.${kind}`)}
                </td>
                <td data-label={t('admin.queue.bulk_reject')}>
                  {t(`admin.queue.effect.reject.${kind}`)}
                </td>
              </tr>
            ))}
          </StaffTable>
          <section class="review-decisions" aria-label={t('admin.posts.decisions')}>
            <ActionForm visit={visit} action={action} next={PATH}>
              <input type="hidden" name="items" value={keys} />
              <input type="hidden" name="verdict" value="approve" />
              <button class="button button-primary" type="submit" data-key="a">
                <Icon of={Check} size={16} />
                {t('admin.queue.bulk_approve')}
              </button>
            </ActionForm>
            <ReasonPopover
              visit={visit}
              id="reject"
              action={action}
              next={PATH}
              fields={{ items: keys, verdict: 'reject' }}
              label={t('admin.queue.bulk_reject')}
              title={t('admin.queue.bulk_reject')}
              hints={[]}
              templates="remove"
              hotkey="r"
              danger
            />
          </section>
        </>
      )}
    </AdminLayout>
  );
}
