import { SEARCH_LEVEL } from '../../profiles/rules.ts';
import type { UserCard } from '../../profiles/schema.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { LevelSeal } from '../../ui/level-seal.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { expMissing } from './composer-tools.tsx';
import type { Commenter, DiscussionContext } from './discussion-context.ts';
import type { Suggestions } from './use-mentions.ts';

type MentionListProps = {
  id: string;
  room: DiscussionContext;
  viewer: Commenter;
  open: Suggestions;
  onPick: (person: UserCard) => void;
};

export function optionId(id: string, index: number): string {
  return `${id}-person-${index}`;
}

/** The focus stays in the text; the arrow keys move through here (`aria-activedescendant`). */
export function MentionList({ id, room, viewer, open, onPick }: MentionListProps) {
  const { say, locale } = room;
  const { people, active } = open;
  const mayNotSearch = viewer.level < SEARCH_LEVEL;
  if (people.length === 0 && !mayNotSearch) return null;
  return (
    <div class="mentions">
      {people.length > 0 ? (
        <div class="mentions-list" id={`${id}-people`} role="listbox" aria-label={say('people')}>
          {people.map((person, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the keys are the text box's.
            <div
              key={person.uid}
              id={optionId(id, index)}
              class="mention"
              role="option"
              aria-selected={index === active}
              // A press must not take the focus from the text, which would close the list first.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onPick(person)}
            >
              <Avatar user={person} size={24} />
              <span class="mention-name">{person.name}</span>
              <LevelSeal level={person.level} />
            </div>
          ))}
        </div>
      ) : null}
      {mayNotSearch ? (
        <p class="mentions-why" role="status">
          {say('mention_needs_level', {
            exp: formatNumber(expMissing(viewer, SEARCH_LEVEL), locale),
          })}
        </p>
      ) : (
        <p class="visually-hidden" role="status">
          {say('people_found', { count: people.length })}
        </p>
      )}
    </div>
  );
}
