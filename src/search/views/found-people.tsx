import { FollowButton } from '../../follows/views/follow-button.tsx';
import type { PageView } from '../../platform/http/page.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { LevelSeal } from '../../ui/level-seal.tsx';
import type { FoundPerson } from '../schema.ts';

export type ShownPerson = FoundPerson & {
  /** The username, or the name with the uid until one is chosen. */
  name: string;
  i_follow: boolean;
  follows_me: boolean;
};

type PeopleProps = { visit: PageView; people: ShownPerson[]; label?: string };

export function People({ visit, people, label }: PeopleProps) {
  return (
    <ul class="search-people" aria-label={label} {...(label ? {} : { 'data-list': true })}>
      {people.map((person) => (
        <Person key={person.uid} visit={visit} person={person} />
      ))}
    </ul>
  );
}

function Person({ visit, person }: { visit: PageView; person: ShownPerson }) {
  const { uid, name, level, signature, i_follow, follows_me } = person;
  return (
    <li class="person-row">
      <Avatar user={person} size={40} />
      <div>
        <a class="person-name" href={`/space/${uid}`} data-stop>
          <span>{name}</span>
          <LevelSeal level={level} />
        </a>
        {signature ? <p class="person-line">{signature}</p> : null}
      </div>
      <FollowButton visit={visit} uid={uid} name={name} status={{ i_follow, follows_me }} />
    </li>
  );
}
