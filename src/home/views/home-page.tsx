import type { ComponentChildren } from 'preact';
import type { PageView } from '../../platform/http/page.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { LOCALES } from '../../platform/i18n.ts';
import type { Language } from '../../platform/language/languages.ts';
import type { PostSummary } from '../../posts/schema.ts';
import { LanguageFilter } from '../../posts/views/language-filter.tsx';
import { type Order, OrderTabs, orderHref } from '../../posts/views/order-tabs.tsx';
import { PostList } from '../../posts/views/post-list.tsx';
import { Layout } from '../../ui/layout.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import type { SuggestedPerson, Today } from '../actions/people.ts';
import type { Topic } from '../actions/rail.ts';
import { SUGGESTED, TOPICS } from '../rules.ts';
import { FollowingNeedsLogin, NoPosts } from './no-posts.tsx';
import { PeopleToFollow } from './people-to-follow.tsx';
import { TodayCard } from './today-card.tsx';
import { PopularTopics } from './topics.tsx';
import { Welcome } from './welcome.tsx';

type HomePageProps = {
  visit: PageView;
  order: Order;
  isFront: boolean;
  /** Null if the order needs a login. */
  list: Page<PostSummary> | null;
  /** The id of the post that the list shows first and large. */
  lead: number | null;
  /** Null for anonymous visitors. */
  today: Today | null;
  people: SuggestedPerson[];
  topics: Topic[];
  /** That readers can choose from; none if all posts are in one. */
  languages: Language[];
  /** The one that they chose. */
  lang: Language | undefined;
  /** For the welcome panel. */
  tonight: PostSummary[];
  /** For search engines and link previews. */
  head: ComponentChildren;
  /** A message above the page. */
  banner?: ComponentChildren;
};

/** `/` and `/posts`: a list in one of three orders, and beside it what belongs to today. */
export function HomePage(props: HomePageProps) {
  const { visit, order, isFront, list, today, people, topics, tonight, head, banner } = props;
  const { lang, languages } = props;
  const { t, visitor } = visit;
  const isWelcome = isFront && !visitor;
  // Those who follow nothing find the same people and topics instead of a list.
  const suggestsInList = order === 'following' && list?.items.length === 0 && !today?.is_following;
  const title = isFront ? t('page.site') : t('reading.title');
  return (
    <Layout
      visit={visit}
      title={title}
      description={visit.site.description || t('reading.tagline')}
      canonical={isFront ? '/' : orderHref(order, lang)}
      head={head}
      scripts={['reading']}
    >
      {banner}
      {isWelcome ? (
        <Welcome visit={visit} posts={tonight} />
      ) : (
        <h1 class="visually-hidden">{title}</h1>
      )}
      <div class="home">
        {today && visitor ? <TodayCard visit={visit} visitor={visitor} today={today} /> : null}
        <div class="home-feed">
          <div class="home-head">
            <div class="home-bar">
              <OrderTabs visit={visit} order={order} lang={lang} />
              {order === 'following' ? null : (
                <LanguageFilter
                  visit={visit}
                  languages={languages}
                  current={lang}
                  hrefOf={(language) => orderHref(order, language)}
                />
              )}
            </div>
            {order === 'hot' ? <p class="meta">{t('reading.hot_hint')}</p> : null}
          </div>
          <Posts {...props} />
        </div>
        <aside class="home-rail" aria-label={t('home.rail')}>
          {suggestsInList ? null : (
            <>
              <PopularTopics visit={visit} topics={topics.slice(0, TOPICS.beside)} />
              <PeopleToFollow visit={visit} people={people.slice(0, SUGGESTED.beside)} />
            </>
          )}
          <p class="rail-foot meta">
            <a href="/about/energy">{t('home.about_energy')}</a>
            <span>{visit.site.description || t('reading.tagline')}</span>
          </p>
        </aside>
      </div>
    </Layout>
  );
}

function Posts({ visit, order, list, lead, lang, today, people, topics }: HomePageProps) {
  const { t } = visit;
  if (!list) return <FollowingNeedsLogin visit={visit} />;
  const { items, next_cursor } = list;
  if (items.length === 0)
    return (
      <NoPosts
        visit={visit}
        order={order}
        lang={lang}
        suggestions={today?.is_following ? null : { people, topics }}
      />
    );
  const href = orderHref(order, lang);
  return (
    <div data-pages {...liveList(visit, order, lang)}>
      <PostList visit={visit} posts={items} lead={lead} />
      <LoadMore
        t={t}
        href={next_cursor ? `${href}${href.includes('?') ? '&' : '?'}cursor=${next_cursor}` : null}
      />
    </div>
  );
}

/** Lists that show how many posts are newer. One in a chosen language does not, because events have no language. */
function liveList({ visitor, locale }: PageView, order: Order, lang: Language | undefined): object {
  if (!visitor || order === 'hot' || lang) return {};
  return {
    'data-live-list': order,
    'data-live-href': orderHref(order),
    'data-live-words': JSON.stringify(LOCALES[locale].shell.new_posts),
  };
}
