import type { PageView } from '../../platform/http/page.ts';
import { tagPath } from '../../tags/rules.ts';
import type { FoundTag } from '../schema.ts';
import { TagCount } from './search-results.tsx';

/** Beside the results: topics, the last searches of the device, and the operators. */
export function SearchRail({ visit, tags }: { visit: PageView; tags: FoundTag[] }) {
  const { t } = visit;
  return (
    <aside class="home-rail search-rail" aria-label={t('search.faster')}>
      {tags.length > 0 ? (
        <section class="rail-block" aria-labelledby="related-topics">
          <div class="rail-head">
            <h2 id="related-topics">{t('search.related')}</h2>
          </div>
          <ul class="rail-list">
            {tags.map((tag) => (
              <li key={tag.slug} class="row spread">
                <a class="topic" href={tagPath(tag.slug)}>
                  {tag.name}
                </a>
                <TagCount visit={visit} count={tag.posts} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <SearchHelp visit={visit} />
      <RecentSearches visit={visit} />
    </aside>
  );
}

/** Filled by `search/client.ts`: they are on the device only. */
export function RecentSearches({ visit: { t } }: { visit: PageView }) {
  return (
    <section class="rail-block" aria-labelledby="recent-searches" data-recent hidden>
      <div class="rail-head">
        <h2 id="recent-searches">{t('search.recent')}</h2>
        <button class="link-button" type="button">
          {t('search.clear')}
        </button>
      </div>
      <ul class="rail-list" />
    </section>
  );
}

const OPERATORS = ['phrase', 'minus', 'author', 'tag'] as const;

export function SearchHelp({ visit: { t } }: { visit: PageView }) {
  return (
    <details class="rail-block search-help">
      <summary>{t('search.faster')}</summary>
      <dl>
        {OPERATORS.map((operator) => (
          <div key={operator}>
            <dt>
              <code>{t(`search.help_${operator}_example`)}</code>
            </dt>
            <dd>{t(`search.help_${operator}`)}</dd>
          </div>
        ))}
      </dl>
      <p class="keys-hint">{t('search.help_key')}</p>
    </details>
  );
}
