import type { ComponentChildren } from 'preact';
import type { UserCard } from '../../users/schema.ts';
import type { DiscussionContext } from './discussion-context.ts';
import type { Suggestions } from './use-mentions.ts';

export type MentionListOptions = {
  id: string;
  context: DiscussionContext;
  /** Shown if the member's level is too low for the search; else null. */
  whyNoSearch: string | null;
  renderPerson: (person: UserCard) => ComponentChildren;
};

type MentionListProps = MentionListOptions & {
  open: Suggestions;
  onPick: (person: UserCard) => void;
};

export function optionId(id: string, index: number): string {
  return `${id}-person-${index}`;
}

/** The focus stays in the text box; the arrow keys select an option (`aria-activedescendant`). */
export function MentionList(props: MentionListProps) {
  const { id, whyNoSearch, open, onPick } = props;
  const { t } = props.context;
  const { people, active } = open;
  if (people.length === 0 && whyNoSearch === null) return null;
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
              {props.renderPerson(person)}
            </div>
          ))}
        </div>
      ) : null}
      {whyNoSearch ? (
        <p class="mentions-why" role="status">
          {whyNoSearch}
        </p>
      ) : (
        <p class="visually-hidden" role="status">
          {t('people_found', { count: people.length })}
        </p>
      )}
    </div>
  );
}
