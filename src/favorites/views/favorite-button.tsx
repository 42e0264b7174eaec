import { Bookmark } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { LOCALES } from '../../platform/i18n.ts';
import { Icon } from '../../ui/icons.tsx';
import { Island } from '../../ui/island.tsx';
import { formatCompact } from '../../ui/numbers.ts';
import type { FavoriteState } from '../schema.ts';
import { FavoriteToggle } from './favorite-button-toggle.tsx';

type FavoriteButtonProps = {
  visit: PageView;
  postId: number;
  favorite: FavoriteState;
  disabled: boolean;
  /** Where the form redirects without scripts. */
  next: string;
};

/** Favorite (收藏): the button saves into the default folder; the caret beside it opens the choice of folders. */
export function FavoriteButton(props: FavoriteButtonProps) {
  const { visit, postId, favorite, disabled, next } = props;
  const { t, csrfToken, locale, visitor } = visit;
  if (!visitor) {
    return (
      <a
        class="action"
        href={`/login?next=${encodeURIComponent(next)}`}
        rel="nofollow"
        title={t('reading.favorite.log_in')}
      >
        <Icon of={Bookmark} />
        <span class="action-label">{t('reading.favorite.favorite')}</span>
        {favorite.favorite_count > 0 ? (
          <span class="action-count">{formatCompact(favorite.favorite_count, locale)}</span>
        ) : null}
      </a>
    );
  }
  return (
    <Island
      name="favorite-button"
      of={FavoriteToggle}
      class="action-slot"
      props={{
        post_id: postId,
        favorite,
        disabled,
        form: { here: next, csrfToken },
        words: LOCALES[locale].reading.favorite,
        locale,
      }}
    />
  );
}
