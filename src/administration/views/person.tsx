import type { PageView } from '../../platform/http/page.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { LevelSeal } from '../../ui/level-seal.tsx';
import type { UserCard } from '../../users/schema.ts';

/** A member in a list for staff, with the uid, because names change. */
export function Person({ visit, user }: { visit: PageView; user: UserCard }) {
  return (
    <span class="staff-person">
      <Avatar user={user} size={32} />
      <span class="staff-person-words">
        <a class="staff-person-name" href={`/admin/users?q=${user.uid}`}>
          {user.name}
        </a>{' '}
        <LevelSeal level={user.level} />
        <span class="staff-person-uid">{visit.t('admin.uid', { uid: user.uid })}</span>
      </span>
    </span>
  );
}
