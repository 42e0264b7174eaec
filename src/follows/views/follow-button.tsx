import type { PageView } from '../../platform/http/page.ts';
import { LOCALES } from '../../platform/i18n.ts';
import { Island } from '../../ui/island.tsx';
import type { FollowStatus } from '../schema.ts';
import { FollowToggle } from './follow-toggle.tsx';

type FollowButtonProps = {
  visit: PageView;
  uid: number;
  status: Pick<FollowStatus, 'i_follow' | 'follows_me'>;
  /** The user's name, for screen readers: a list has several buttons. */
  name?: string;
  /** The post whose page this is. */
  postId?: number;
};

/** SPEC §3: 关注, 回关, 已关注 or 互相关注. Members cannot follow themselves, so their own space has no button. */
export function FollowButton({ visit, uid, status, name = '', postId }: FollowButtonProps) {
  const { t, here, csrfToken, locale, visitor } = visit;
  if (visitor?.uid === uid) return null;
  if (!visitor) {
    return (
      <a
        class="button button-small button-primary"
        href={`/login?next=${encodeURIComponent(here)}`}
        rel="nofollow"
      >
        {t('reading.follow.follow')}
        <span class="visually-hidden"> {name}</span>
      </a>
    );
  }
  const { i_follow, follows_me } = status;
  return (
    <Island
      name="follow-button"
      of={FollowToggle}
      class="follow"
      props={{
        uid,
        name,
        post_id: postId,
        status: { i_follow, follows_me },
        form: { here, csrfToken },
        disabled_because: visitor.status === 'banned' ? t('reading.banned_hint') : null,
        words: LOCALES[locale].reading.follow,
        locale,
      }}
    />
  );
}
