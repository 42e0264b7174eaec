import { UserCheck, UserPlus, Users } from 'lucide-static';
import { useEffect } from 'preact/hooks';
import type { Locale, Messages } from '../../platform/i18n.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { call } from '../../ui/client/api.ts';
import { useOptimisticState } from '../../ui/client/hooks/use-optimistic-state.ts';
import { Icon } from '../../ui/icons.tsx';
import { createSectionTranslate } from '../../ui/translations.ts';
import { followState } from '../rules.ts';
import type { FollowStatus } from '../schema.ts';

type Following = Pick<FollowStatus, 'i_follow' | 'follows_me'>;

type FollowToggleProps = {
  uid: number;
  name: string;
  post_id?: number | undefined;
  status: Following;
  form: { here: string; csrfToken: string };
  disabled_because: string | null;
  words: Messages['reading']['follow'];
  locale: Locale;
};

const ICONS = { none: UserPlus, following: UserCheck, mutual: Users } as const;

/** Rendered by the server, hydrated in the browser. */
export function FollowToggle(props: FollowToggleProps) {
  const { uid, name, post_id, form, disabled_because, words, locale } = props;
  const t = createSectionTranslate(words, locale);
  const event = `followed-${uid}`;
  const [status, want, accept] = useOptimisticState<Following>(
    props.status,
    async ({ i_follow }) => {
      const path = `/api/users/${uid}/follow`;
      const detail = await call<Following>('POST', path, {
        body: { following: i_follow, post_id },
      });
      dispatchEvent(new CustomEvent(event, { detail }));
      return detail;
    },
  );
  // A page may have several buttons for one member; all of them change.
  useEffect(() => addEventListener(event, (done) => accept((done as CustomEvent).detail)), []);
  const { i_follow, follows_me } = status;
  const state = followState(i_follow, follows_me);
  const offer = follows_me ? 'follow_back' : 'follow';
  return (
    <ActionForm visit={form} action={`/users/${uid}/follow`} data-bare>
      {post_id ? <input type="hidden" name="post_id" value={post_id} /> : null}
      <button
        class={i_follow ? 'button button-small' : 'button button-small button-primary'}
        type="submit"
        name="following"
        value={String(!i_follow)}
        aria-pressed={i_follow}
        disabled={disabled_because !== null}
        title={disabled_because ?? undefined}
        onClick={(event) => {
          event.preventDefault();
          want({ i_follow: !i_follow, follows_me });
        }}
      >
        <Icon of={ICONS[state]} size={16} />
        {t(state === 'none' ? offer : state)}
        <span class="visually-hidden"> {name}</span>
      </button>
    </ActionForm>
  );
}
