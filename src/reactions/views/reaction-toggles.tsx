import { Heart, ThumbsDown } from 'lucide-static';
import type { Locale, Messages } from '../../platform/i18n.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { call } from '../../ui/client/api.ts';
import { useOptimisticState } from '../../ui/client/hooks/use-optimistic-state.ts';
import { Icon } from '../../ui/icons.tsx';
import { formatCompact } from '../../ui/numbers.ts';
import { createSectionTranslate } from '../../ui/translations.ts';
import { nextReaction, type ReactionButton } from '../rules.ts';
import type { ReactionState } from '../schema.ts';

type ReactionTogglesProps = {
  post_id: number;
  reaction: ReactionState;
  disabled: boolean;
  form: { here: string; csrfToken: string };
  words: Messages['reading']['reactions'];
  locale: Locale;
};

/** What is shown, and which button brought it about. */
type Pressed = ReactionState & { pressed: ReactionButton };

/** What the body of each button's operation calls the state it should end in. */
const FIELDS = { like: 'liked', dislike: 'disliked' } as const;

/** The two buttons are one state: holding one lets go of the other (SPEC §3). */
export function ReactionToggles(props: ReactionTogglesProps) {
  const { post_id, disabled, form, words, locale } = props;
  const say = createSectionTranslate(words, locale);
  const [reaction, want] = useOptimisticState<Pressed>(
    { ...props.reaction, pressed: 'like' },
    async ({ state, pressed }) => {
      const body = { [FIELDS[pressed]]: state === pressed };
      const path = `/api/posts/${post_id}/${pressed}`;
      return { ...(await call<ReactionState>('POST', path, { body })), pressed };
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
        title={say(button)}
        {...(button === 'like' ? { 'data-key': 'l' } : {})}
        onClick={(event) => {
          event.preventDefault();
          want(nextState(reaction, button));
        }}
      >
        <Icon of={button === 'like' ? Heart : ThumbsDown} />
        <span class="action-label">{say(button)}</span>
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

/** What the service will most likely answer. */
function nextState(now: ReactionState, button: ReactionButton): Pressed {
  const state = nextReaction(now.state, button, 'toggle');
  return {
    state,
    like_count: now.like_count + Number(state === 'like') - Number(now.state === 'like'),
    dislike_count: now.dislike_count,
    pressed: button,
  };
}
