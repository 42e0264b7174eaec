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

/** D33: on saves into the default folder, off removes from every own one. A dialog or a page chooses folders. */
export function FavoriteToggle(props: FavoriteToggleProps) {
  const { post_id, disabled, form, words, locale } = props;
  const t = createSectionTranslate(words, locale);
  // The dialog is loaded on demand: most readers only use the button.
  const [Picker, setPicker] = useState<typeof FolderChoice | null>(null);
  const [favorite, want, accept] = useOptimisticState<FavoriteState>(
    props.favorite,
    ({ favorited }) => call('POST', `/api/posts/${post_id}/favorite`, { body: { favorited } }),
  );
  const { favorited, favorite_count } = favorite;
  const stateWith = (on: boolean): FavoriteState => ({
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
          title={t(favorited ? 'favorited' : 'favorite')}
          onClick={(event) => {
            event.preventDefault();
            want(stateWith(!favorited));
          }}
        >
          <Icon of={Bookmark} />
          <span class="action-label">{t('favorite')}</span>
          {favorite_count > 0 ? (
            <span class="action-count">{formatCompact(favorite_count, locale)}</span>
          ) : null}
        </button>
      </ActionForm>
      {disabled ? null : (
        <a
          class="action action-caret"
          href={`/posts/${post_id}/folders`}
          title={t('choose')}
          aria-label={t('choose')}
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
          t={t}
          onChange={(isSaved) => accept(stateWith(isSaved))}
          onClose={() => setPicker(null)}
        />
      ) : null}
    </>
  );
}
