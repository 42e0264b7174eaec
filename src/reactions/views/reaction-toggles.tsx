import { Heart, ThumbsDown } from 'lucide-static';
import type { Locale, Messages } from '../../platform/i18n.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { call } from '../../ui/client/api.ts';
import { useOptimisticState } from '../../ui/client/hooks/use-optimistic-state.ts';
import { Icon } from '../../ui/icons.tsx';
import { formatCompact } from '../../ui/numbers.ts';
import { createSectionTranslate } from '../../ui/translations.ts';
import { countChange, nextReaction, type ReactionButton } from '../rules.ts';
import type { ReactionState } from '../schema.ts';

type ReactionTogglesProps = {
  post_id: number;
  reaction: ReactionState;
  disabled: boolean;
  form: { here: string; csrfToken: string };
  words: Messages['reading']['reactions'];
  locale: Locale;
};

/** The shown state, and the button that changed it last. */
type ToggleState = ReactionState & { button: ReactionButton };

/** The field of each request's body that names the state to end in. */
const FIELDS = { like: 'liked', dislike: 'disliked' } as const;

/** SPEC §3: the two buttons share one state; setting one unsets the other. */
export function ReactionToggles(props: ReactionTogglesProps) {
  const { post_id, disabled, form, words, locale } = props;
  const t = createSectionTranslate(words, locale);
  const [reaction, want] = useOptimisticState<ToggleState>(
    { ...props.reaction, button: 'like' },
    async ({ state, button }) => {
      const body = { [FIELDS[button]]: state === button };
      const path = `/api/posts/${post_id}/${button}`;
      return { ...(await call<ReactionState>('POST', path, { body })), button };
    },
  );

  const toggle = (button: ReactionButton) => (
    <ActionForm visit={form} action={`/posts/${post_id}/${button}`} data-bare>
      <button
        class={`action action-${button}`}
        type="submit"
        name={FIELDS[button]}
        value={String(reaction.state !== button)}
        aria-pressed={reaction.state === button}
        aria-describedby={disabled ? 'action-reason' : undefined}
        disabled={disabled}
        title={t(button)}
        {...(button === 'like' ? { 'data-key': 'l' } : {})}
        onClick={(event) => {
          event.preventDefault();
          want(nextState(reaction, button));
        }}
      >
        <Icon of={button === 'like' ? Heart : ThumbsDown} />
        <span class="action-label">{t(button)}</span>
        {button === 'like' && reaction.like_count > 0 ? (
          <span class="action-count">{formatCompact(reaction.like_count, locale)}</span>
        ) : null}
      </button>
    </ActionForm>
  );

  return (
    <>
      {toggle('like')}
      {toggle('dislike')}
    </>
  );
}

/** The expected response; the count of dislikes is not shown. */
function nextState(current: ReactionState, button: ReactionButton): ToggleState {
  const state = nextReaction(current.state, { button, change: 'toggle' });
  const { likes } = countChange(current.state, state);
  return { ...current, state, like_count: current.like_count + likes, button };
}
