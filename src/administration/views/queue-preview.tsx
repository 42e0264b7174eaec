import { Check } from 'lucide-static';
import { ActionForm } from '../../ui/action-form.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icons.tsx';
import { addressOf } from '../../ui/list-address.ts';
import { Tag } from '../../ui/tag.tsx';
import type { KindName } from '../actions/queue/kinds.ts';
import type { QueueItem } from '../schema/queue.ts';
import { AdminLayout, type AdminPage } from './admin-layout.tsx';
import { effectOf } from './item-texts.ts';
import { ReasonPopover } from './reason-popover.tsx';
import { StaffTable } from './staff-table.tsx';

const PATH = '/admin/queue';

type QueuePreviewProps = {
  admin: AdminPage;
  /** Of the list where they were selected. */
  kind: KindName | undefined;
  items: QueueItem[];
};

/** What a bulk action will do to each item, before it is done. */
export function QueuePreview({ admin, kind, items }: QueuePreviewProps) {
  const { visit } = admin;
  const { t } = visit;
  const keys = items.map(({ key }) => key).join(',');
  const action = `${PATH}/decide`;
  const back = addressOf(PATH, { kind });
  return (
    <AdminLayout admin={admin} current="queue" title={t('admin.queue.bulk_title')}>
      {items.length === 0 ? (
        <EmptyState icon={Check} title={t('admin.queue.nothing_selected')}>
          <a class="button" href={back}>
            {t('admin.queue.back')}
          </a>
        </EmptyState>
      ) : (
        <>
          <p class="staff-last">{t('admin.queue.bulk_lead', { count: items.length })}</p>
          <StaffTable
            visit={visit}
            columns={[
              t('admin.queue.list'),
              t('admin.queue.bulk_approve'),
              t('admin.queue.bulk_reject'),
            ]}
            class="staff-preview"
            next={null}
          >
            {items.map(({ key, title, excerpt, claimed_by, ...item }) => (
              <tr key={key}>
                <td data-label={t('admin.queue.list')}>
                  <strong>{title}</strong> <span class="staff-excerpt">{excerpt}</span>{' '}
                  {claimed_by ? (
                    <Tag tone="warn">{t('admin.queue.claimed', { name: claimed_by })}</Tag>
                  ) : null}
                </td>
                <td data-label={t('admin.queue.bulk_approve')}>{effectOf(t, 'approve', item)}</td>
                <td data-label={t('admin.queue.bulk_reject')}>{effectOf(t, 'reject', item)}</td>
              </tr>
            ))}
          </StaffTable>
          <section class="review-decisions" aria-label={t('admin.posts.decisions')}>
            <ActionForm visit={visit} action={action} next={back}>
              <input type="hidden" name="items" value={keys} />
              <input type="hidden" name="verdict" value="approve" />
              <button class="button button-primary" type="submit" data-key="a">
                <Icon of={Check} size={16} />
                {t('admin.queue.bulk_approve')}
                <kbd>A</kbd>
              </button>
            </ActionForm>
            <ReasonPopover
              visit={visit}
              id="reject"
              action={action}
              next={back}
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
