import { SEARCH_LEVEL } from '../../profiles/rules.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { LevelSeal } from '../../ui/level-seal.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import type { UserCard } from '../../users/schema.ts';
import { expMissing } from './composer-tools.tsx';
import type { Commenter, DiscussionContext } from './discussion-context.ts';
import type { Suggestions } from './use-mentions.ts';

type MentionListProps = {
  id: string;
  context: DiscussionContext;
  viewer: Commenter;
  open: Suggestions;
  onPick: (person: UserCard) => void;
};

export function optionId(id: string, index: number): string {
  return `${id}-person-${index}`;
}

/** The focus stays in the text box; the arrow keys select an option (`aria-activedescendant`). */
export function MentionList({ id, context, viewer, open, onPick }: MentionListProps) {
  const { t, locale } = context;
  const { people, active } = open;
  const mayNotSearch = viewer.level < SEARCH_LEVEL;
  if (people.length === 0 && !mayNotSearch) return null;
  return (
    <div class="mentions">
      {people.length > 0 ? (
        <div class="mentions-list" id={`${id}-people`} role="listbox" aria-label={t('people')}>
          {people.map((person, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the text box handles the keys.
            <div
              key={person.uid}
              id={optionId(id, index)}
              class="mention"
              role="option"
              aria-selected={index === active}
              // Keeps the focus in the text box: losing it would close the list before the click.
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
          {t('mention_needs_level', {
            exp: formatNumber(expMissing(viewer, SEARCH_LEVEL), locale),
          })}
        </p>
      ) : (
        <p class="visually-hidden" role="status">
          {t('people_found', { count: people.length })}
        </p>
      )}
    </div>
  );
}
