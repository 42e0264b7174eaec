import type { PageView } from '../../platform/http/page.ts';
import type { UsedTag } from '../../tags/schema.ts';
import { Layout } from '../../ui/layout.tsx';
import { TagChips } from './no-results.tsx';
import { SearchForm } from './search-form.tsx';
import { RecentSearches, SearchHelp } from './search-rail.tsx';

/** `/search` before anything was asked. */
export function StartPage({ visit, tags }: { visit: PageView; tags: UsedTag[] }) {
  const { t } = visit;
  return (
    <Layout visit={visit} title={t('search.title')} scripts={['search']} noindex>
      <div class="search-start">
        <h1>{t('search.start')}</h1>
        <p class="lead">{t('search.start_hint')}</p>
        <SearchForm visit={visit} asked={{ q: '' }} />
        {tags.length > 0 ? (
          <section class="rail-block" aria-labelledby="popular-topics">
            <div class="rail-head">
              <h2 id="popular-topics">{t('search.popular')}</h2>
              <a href="/tags">{t('search.all_tags')}</a>
            </div>
            <p class="space-chips">
              <TagChips tags={tags} />
            </p>
          </section>
        ) : null}
        <SearchHelp visit={visit} />
        <RecentSearches visit={visit} />
      </div>
    </Layout>
  );
}
