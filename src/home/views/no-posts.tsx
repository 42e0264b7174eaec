import { Flame, Newspaper, Users } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { type Order, orderHref } from '../../posts/views/order-tabs.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { SuggestedPerson } from '../actions.ts';
import { PersonRow } from './people-to-follow.tsx';

export function FollowingNeedsLogin({ visit }: { visit: PageView }) {
  const { t, here } = visit;
  return (
    <EmptyState icon={Users} title={t('reading.following_needs_login')}>
      <a
        class="button button-primary"
        href={`/login?next=${encodeURIComponent(here)}`}
        rel="nofollow"
      >
        {t('reading.log_in')}
      </a>
    </EmptyState>
  );
}

type NoPostsProps = { visit: PageView; order: Order; people: SuggestedPerson[] };

export function NoPosts({ visit, order, people }: NoPostsProps) {
  const { t } = visit;
  if (order === 'newest') {
    return (
      <EmptyState icon={Newspaper} title={t('reading.empty')}>
        <a class="button button-primary" href="/studio/write">
          {t('reading.write')}
        </a>
      </EmptyState>
    );
  }
  if (order === 'following' && people.length > 0)
    return <FollowSomebody visit={visit} people={people} />;
  const isHot = order === 'hot';
  return (
    <EmptyState
      icon={isHot ? Flame : Users}
      title={isHot ? t('reading.empty_hot') : t('reading.empty_following')}
    >
      {isHot ? null : <p>{t('reading.empty_following_hint')}</p>}
      <a class="button" href={orderHref('newest')}>
        {t('reading.see_newest')}
      </a>
    </EmptyState>
  );
}

/** For a member who follows nobody. */
function FollowSomebody({ visit, people }: { visit: PageView; people: SuggestedPerson[] }) {
  const { t } = visit;
  return (
    <section class="home-suggested" aria-labelledby="suggested">
      <h2 id="suggested">{t('home.follow_somebody')}</h2>
      <p class="meta">{t('home.follow_somebody_hint')}</p>
      <ul class="rail-list">
        {people.map((person) => (
          <PersonRow key={person.uid} visit={visit} person={person} />
        ))}
      </ul>
    </section>
  );
}
