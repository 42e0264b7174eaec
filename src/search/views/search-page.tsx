import type { PageView } from '../../platform/http/page.ts';
import { Layout } from '../../ui/layout.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { SEARCH_TYPES } from '../rules.ts';
import type { FoundTag } from '../schema.ts';
import { People, type ShownPerson } from './found-people.tsx';
import { type Nearby, NoResults } from './no-results.tsx';
import { SearchFilters } from './search-filters.tsx';
import { SearchForm } from './search-form.tsx';
import { type Asked, isFiltered, searchHref } from './search-links.ts';
import { SearchRail } from './search-rail.tsx';
import { DidYouMean, FoundCount, ResultList, type Results } from './search-results.tsx';

type SearchPageProps = {
  visit: PageView;
  asked: Asked;
  isFirst: boolean;
  results: Results;
  /** Above the posts. */
  people: ShownPerson[];
  /** Beside the results. */
  tags: FoundTag[];
  nearby: Nearby;
};

/** What a query found, and what may have been meant. */
export function SearchPage(props: SearchPageProps) {
  const { visit, asked, isFirst, results, people, tags, nearby } = props;
  const { t } = visit;
  const title = asked.q ? t('search.title_of', { query: asked.q }) : t('search.title');
  // A bounded scan may end before it found the first one.
  const found = results.items.length > 0 || results.next_cursor !== null;
  return (
    <Layout visit={visit} title={title} scripts={['reading', 'search']} noindex>
      <div class="home">
        <div class="home-feed search-feed">
          <h1 class="visually-hidden">{title}</h1>
          <SearchForm visit={visit} asked={asked} />
          {isFirst && found ? <FoundCount visit={visit} results={results} /> : null}
          <DidYouMean visit={visit} asked={asked} results={results} />
          <Tabs
            label={t('search.kinds')}
            tabs={SEARCH_TYPES.map((type) => ({
              href: searchHref({ q: asked.q, type }),
              label: t(`search.kind_${type}`),
              current: type === results.type,
            }))}
          />
          {results.type === 'posts' && (found || isFiltered(asked)) ? (
            <SearchFilters visit={visit} asked={asked} posts={results.items} />
          ) : null}
          {people.length > 0 ? (
            <div class="search-beside">
              <People visit={visit} people={people} label={t('search.people_found')} />
            </div>
          ) : null}
          {found ? (
            <ResultList visit={visit} asked={asked} results={results} />
          ) : (
            <NoResults visit={visit} asked={asked} nearby={nearby} />
          )}
        </div>
        <SearchRail visit={visit} tags={found ? tags : []} />
      </div>
    </Layout>
  );
}
