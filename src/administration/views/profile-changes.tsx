import { Check, CheckCheck, Undo2 } from 'lucide-static';
import type { Page } from '../../platform/http/pagination.ts';
import type { ProfileChange } from '../../profiles/schema.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icons.tsx';
import { nextPage } from '../../ui/list-address.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { AdminLayout, type AdminPage } from './admin-layout.tsx';
import { Person } from './person.tsx';
import { ProfileDifference } from './profile-difference.tsx';
import { ReasonPopover } from './reason-popover.tsx';
import { Waited } from './waited.tsx';

const PATH = '/admin/profile-changes';

/** D39: waiting names and signatures, each with its current value. */
export function ProfileChanges({ admin, page }: { admin: AdminPage; page: Page<ProfileChange> }) {
  const { t } = admin.visit;
  return (
    <AdminLayout
      admin={admin}
      current="profile_changes"
      title={t('admin.profile_changes.title')}
      lead={t('admin.profile_changes.lead')}
    >
      {page.items.length > 0 ? (
        <section aria-label={t('admin.profile_changes.list')} data-pages>
          <ol class="staff-cards" data-list>
            {page.items.map((change) => (
              <ChangeCard key={change.id} admin={admin} change={change} />
            ))}
          </ol>
          <LoadMore t={t} href={nextPage(PATH, {}, page.next_cursor)} />
          <p class="meta staff-keys">{t('admin.profile_changes.keys')}</p>
        </section>
      ) : (
        <EmptyState icon={CheckCheck} title={t('admin.profile_changes.empty')}>
          <p>{t('admin.profile_changes.empty_hint')}</p>
        </EmptyState>
      )}
    </AdminLayout>
  );
}

function ChangeCard({ admin, change }: { admin: AdminPage; change: ProfileChange }) {
  const { visit } = admin;
  const { t } = visit;
  const { id, user, current, requested, escrow } = change;
  const renames = requested.username !== null;
  return (
    <li class="staff-card" data-row data-stop tabIndex={-1}>
      <div class="staff-card-head">
        <Person visit={visit} user={user} />
        <span class="meta">
          <Waited visit={visit} since={change.created_at} />
        </span>
      </div>
      <ProfileDifference visit={visit} before={current} after={requested} />
      <div class="staff-card-foot">
        <span class="meta">
          {escrow > 0
            ? t('admin.profile_changes.escrow', { energy: escrow })
            : renames
              ? t('admin.profile_changes.free')
              : null}
        </span>
        <div class="staff-row-actions">
          <ActionForm visit={visit} action={`/admin/profile-changes/${id}/accept`}>
            <button class="button button-primary button-small" type="submit" data-row-key="a">
              <Icon of={Check} size={14} />
              {t('admin.profile_changes.accept')}
            </button>
          </ActionForm>
          <ReasonPopover
            visit={visit}
            id={`refuse-${id}`}
            action={`/admin/profile-changes/${id}/refuse`}
            label={t('admin.profile_changes.refuse')}
            icon={Undo2}
            title={t('admin.profile_changes.refuse_title', { name: user.name })}
            hints={[t('admin.profile_changes.refuse_hint')]}
            templates="profile"
            rowKey="r"
            opener="small"
          />
        </div>
      </div>
    </li>
  );
}
