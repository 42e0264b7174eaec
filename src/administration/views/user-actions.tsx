import { Ellipsis } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { Icon } from '../../ui/icons.tsx';
import { Popover } from '../../ui/popover.tsx';
import type { StaffUser } from '../schema/people.ts';
import { BanLength } from './ban-length.tsx';
import { ReasonPopover } from './reason-popover.tsx';

/**
 * A menu with everything about a member. What hurts is inside it, not in every row, and asks for a reason. Where nothing
 * may be done, the row shows why.
 */
export function UserActions({ visit, user }: { visit: PageView; user: StaffUser }) {
  const { t, visitor } = visit;
  const obstacle = obstacleOf(visit, user);
  return (
    <div class="staff-row-actions">
      {obstacle ? <span class="meta">{obstacle}</span> : null}
      <Popover
        id={`more-${user.uid}`}
        class="menu"
        buttonClass="icon-button"
        label={`${t('admin.users.more')} · ${user.name}`}
        button={<Icon of={Ellipsis} />}
      >
        <Links visit={visit} uid={user.uid} />
        {obstacle ? null : (
          <div class="menu-part">
            {visitor?.role === 'owner' ? <RoleSwitch visit={visit} user={user} /> : null}
            {user.avatar_url ? <AvatarRemoval visit={visit} user={user} /> : null}
            <BanSwitch visit={visit} user={user} />
          </div>
        )}
      </Popover>
    </div>
  );
}

/** D17: not on oneself, not on the owner; on admins only by the owner. */
function obstacleOf(visit: PageView, user: StaffUser): string | undefined {
  const { t, visitor } = visit;
  if (user.uid === visitor?.uid) return t('admin.users.self');
  if (user.role === 'owner') return t('admin.users.owner');
  if (user.role === 'admin' && visitor?.role !== 'owner') return t('admin.users.admin_by_owner');
  if (user.email === null) return t('admin.users.purged');
  return undefined;
}

function BanSwitch({ visit, user }: { visit: PageView; user: StaffUser }) {
  const { t } = visit;
  const { uid, name, session_count: count } = user;
  const action = `/admin/users/${uid}/status/update`;
  const ban = {
    visit,
    id: `ban-${uid}`,
    action,
    fields: { status: 'banned' },
    more: <BanLength visit={visit} id={`ban-${uid}`} />,
    templates: 'ban',
    danger: true,
    opener: 'menu-item',
  } as const;
  if (user.status === 'banned') {
    return (
      <>
        <ReasonPopover
          visit={visit}
          id={`unban-${uid}`}
          action={action}
          fields={{ status: 'active' }}
          label={t('admin.users.unban')}
          title={t('admin.users.unban_title', { name })}
          hints={[t('admin.users.unban_hint')]}
          templates="unban"
          opener="menu-item"
        />
        <ReasonPopover
          {...ban}
          label={t('admin.users.ban_again')}
          title={t('admin.users.ban_again_title', { name })}
          hints={[t('admin.users.ban_again_hint')]}
        />
      </>
    );
  }
  return (
    <ReasonPopover
      {...ban}
      label={t('admin.users.ban')}
      title={t('admin.users.ban_title', { name })}
      hints={[
        count > 0 ? t('admin.users.ban_sessions', { count }) : t('admin.users.ban_no_sessions'),
        t('admin.users.ban_hint'),
      ]}
    />
  );
}

function AvatarRemoval({ visit, user }: { visit: PageView; user: StaffUser }) {
  const { t } = visit;
  const { uid, name } = user;
  return (
    <ReasonPopover
      visit={visit}
      id={`avatar-${uid}`}
      action={`/admin/users/${uid}/remove-avatar`}
      label={t('admin.pictures.remove_avatar')}
      title={t('admin.pictures.remove_avatar_title', { name })}
      hints={[t('admin.pictures.remove_avatar_hint')]}
      templates="picture"
      danger
      opener="menu-item"
    />
  );
}

function RoleSwitch({ visit, user }: { visit: PageView; user: StaffUser }) {
  const { t } = visit;
  const { uid, name } = user;
  const turn = user.role === 'admin' ? 'make_member' : 'make_admin';
  return (
    <ReasonPopover
      visit={visit}
      id={`role-${uid}`}
      action={`/admin/users/${uid}/role/update`}
      fields={{ role: user.role === 'admin' ? 'member' : 'admin' }}
      label={t(`admin.users.${turn}`)}
      title={t(`admin.users.${turn}_title`, { name })}
      hints={[t(`admin.users.${turn}_hint`)]}
      optional
      opener="menu-item"
    />
  );
}

function Links({ visit, uid }: { visit: PageView; uid: number }) {
  const { t } = visit;
  const links = {
    space: `/space/${uid}`,
    posts: `/admin/posts?status=approved&author=${uid}`,
    comments: `/admin/comments?author=${uid}`,
    notes: `/admin/notes/${uid}`,
    ledger: `/admin/energy-logs?uid=${uid}`,
    log: `/admin/audit-log?subject_kind=user&subject_id=${uid}`,
  } as const;
  return (
    <>
      {(Object.keys(links) as (keyof typeof links)[]).map((name) => (
        <a key={name} class="menu-item" href={links[name]}>
          {t(`admin.users.${name}`)}
        </a>
      ))}
    </>
  );
}
