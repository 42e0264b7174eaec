import { Bookmark, ChevronDown } from 'lucide-static';
import { useState } from 'preact/hooks';
import type { Locale, Messages } from '../../platform/i18n.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { call } from '../../ui/client/api.ts';
import { useOptimisticState } from '../../ui/client/hooks/use-optimistic-state.ts';
import { Icon } from '../../ui/icons.tsx';
import { formatCompact } from '../../ui/numbers.ts';
import { createSectionTranslate } from '../../ui/translations.ts';
import type { FavoriteState } from '../schema.ts';
import type { FolderChoice } from './favorite-button-folders.tsx';

type FavoriteToggleProps = {
  post_id: number;
  favorite: FavoriteState;
  disabled: boolean;
  form: { here: string; csrfToken: string };
  words: Messages['reading']['favorite'];
  locale: Locale;
};

/** D33: on into the default folder, off out of every own one. Which folders is chosen in a dialog, or on a page. */
export function FavoriteToggle(props: FavoriteToggleProps) {
  const { post_id, disabled, form, words, locale } = props;
  const say = createSectionTranslate(words, locale);
  // The dialog is fetched when it is asked for: most readers save with one press.
  const [Picker, setPicker] = useState<typeof FolderChoice | null>(null);
  const [favorite, want, accept] = useOptimisticState<FavoriteState>(
    props.favorite,
    ({ favorited }) => call('POST', `/api/posts/${post_id}/favorite`, { body: { favorited } }),
  );
  const { favorited, favorite_count } = favorite;
  const turned = (on: boolean): FavoriteState => ({
    favorited: on,
    favorite_count: favorite_count + Number(on) - Number(favorited),
  });
  return (
    <>
      <ActionForm visit={form} action={`/posts/${post_id}/favorite`} data-bare>
        <button
          class="action action-favorite"
          type="submit"
          name="favorited"
          value={String(!favorited)}
          aria-pressed={favorited}
          aria-describedby={disabled ? 'action-reason' : undefined}
          disabled={disabled}
          title={say(favorited ? 'favorited' : 'favorite')}
          onClick={(event) => {
            event.preventDefault();
            want(turned(!favorited));
          }}
        >
          <Icon of={Bookmark} />
          <span class="action-label">{say('favorite')}</span>
          {favorite_count > 0 ? (
            <span class="action-count">{formatCompact(favorite_count, locale)}</span>
          ) : null}
        </button>
      </ActionForm>
      {disabled ? null : (
        <a
          class="action action-caret"
          href={`/posts/${post_id}/folders`}
          title={say('choose')}
          aria-label={say('choose')}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            void import('./favorite-button-folders.tsx').then((dialog) =>
              setPicker(() => dialog.FolderChoice),
            );
          }}
        >
          <Icon of={ChevronDown} size={16} />
        </a>
      )}
      {Picker ? (
        <Picker
          postId={post_id}
          say={say}
          onChange={(held) => accept(turned(held))}
          onClose={() => setPicker(null)}
        />
      ) : null}
    </>
  );
}
