import type { ComponentChildren } from 'preact';
import { Avatar } from '../../ui/avatar.tsx';
import { LevelSeal } from '../../ui/level-seal.tsx';
import type { UserCard } from '../../users/schema.ts';

type UserRowProps = {
  user: UserCard;
  /** The line below the name. */
  note: ComponentChildren;
  /** Actions for this user. */
  children?: ComponentChildren;
};

export function UserRow({ user, note, children }: UserRowProps) {
  return (
    <li class="user-row space-person">
      <Avatar user={user} size={40} />
      <div class="space-person-who">
        <p class="space-person-name">
          <a href={`/space/${user.uid}`} data-stop>
            {user.name}
          </a>{' '}
          <LevelSeal level={user.level} />
        </p>
        <p class="meta space-person-note">{note}</p>
      </div>
      {children}
    </li>
  );
}
