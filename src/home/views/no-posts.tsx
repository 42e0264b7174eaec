import { Flame, Newspaper, Users } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import type { Language } from '../../platform/language/languages.ts';
import { type Order, orderHref } from '../../posts/views/order-tabs.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { SuggestedPerson } from '../actions/people.ts';
import type { Topic } from '../actions/rail.ts';
import { PersonRow } from './people-to-follow.tsx';
import { TopicsToFollow } from './topics.tsx';

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

type Suggestions = { people: SuggestedPerson[]; topics: Topic[] };
type NoPostsProps = {
  visit: PageView;
  order: Order;
  lang: Language | undefined;
  /** For those who follow nothing. */
  suggestions: Suggestions | null;
};

export function NoPosts({ visit, order, lang, suggestions }: NoPostsProps) {
  const { t } = visit;
  if (lang) {
    return (
      <EmptyState icon={Newspaper} title={t('reading.empty_language')}>
        <a class="button" href={orderHref(order)}>
          {t('reading.see_all_languages')}
        </a>
      </EmptyState>
    );
  }
  if (order === 'newest') {
    return (
      <EmptyState icon={Newspaper} title={t('reading.empty')}>
        <a class="button button-primary" href="/studio/write">
          {t('reading.write')}
        </a>
      </EmptyState>
    );
  }
  if (order === 'following' && suggestions && suggestions.people.length > 0)
    return <FollowSomebody visit={visit} {...suggestions} />;
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

/** For a member who follows neither people nor topics. */
function FollowSomebody({ visit, people, topics }: { visit: PageView } & Suggestions) {
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
      <TopicsToFollow visit={visit} topics={topics} />
    </section>
  );
}
