import { Heart, ThumbsDown } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { LOCALES } from '../../platform/i18n.ts';
import { Icon } from '../../ui/icons.tsx';
import { Island } from '../../ui/island.tsx';
import { formatCompact } from '../../ui/numbers.ts';
import type { ReactionState } from '../schema.ts';
import { ReactionToggles } from './reaction-toggles.tsx';

type ReactionButtonsProps = {
  visit: PageView;
  postId: number;
  reaction: ReactionState;
  disabled: boolean;
  /** Where the forms redirect without scripts. */
  next: string;
};

/** Like (赞) with its count; dislike (踩) without, because its count is not shown. */
export function ReactionButtons(props: ReactionButtonsProps) {
  const { visit, postId, reaction, disabled, next } = props;
  const { csrfToken, locale, visitor } = visit;
  if (!visitor) return <ForAnonymous visit={visit} likes={reaction.like_count} next={next} />;
  return (
    <Island
      name="reactions"
      of={ReactionToggles}
      class="action-slot"
      props={{
        post_id: postId,
        reaction,
        disabled,
        form: { here: next, csrfToken },
        words: LOCALES[locale].reading.reactions,
        locale,
      }}
    />
  );
}

/** Anonymous visitors get links to the login page, which leads back. */
function ForAnonymous({ visit, likes, next }: { visit: PageView; likes: number; next: string }) {
  const { t, locale } = visit;
  const href = `/login?next=${encodeURIComponent(next)}`;
  return (
    <>
      <a class="action" href={href} rel="nofollow" title={t('reading.reactions.log_in_to_like')}>
        <Icon of={Heart} />
        <span class="action-label">{t('reading.reactions.like')}</span>
        {likes > 0 ? <span class="action-count">{formatCompact(likes, locale)}</span> : null}
      </a>
      <a class="action" href={href} rel="nofollow" title={t('reading.reactions.log_in_to_dislike')}>
        <Icon of={ThumbsDown} />
        <span class="action-label">{t('reading.reactions.dislike')}</span>
      </a>
    </>
  );
}
