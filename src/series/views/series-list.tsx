import { Library } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import type { PostSummary } from '../../posts/schema.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { glowOf } from '../../ui/glow.ts';
import { langOf } from '../../ui/lang-of.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { Time } from '../../ui/time.tsx';
import { seriesPath } from '../rules.ts';
import type { SeriesSummary } from '../schema.ts';

type SeriesListProps = {
  visit: PageView;
  series: SeriesSummary[];
  /** The first public posts of each. */
  previews: ReadonlyMap<number, PostSummary[]>;
  /** The address of the next page. */
  next: string | null;
};

/** An author's series, in the author's space. */
export function SeriesList({ visit, series, previews, next }: SeriesListProps) {
  const { t } = visit;
  if (series.length === 0) return <EmptyState icon={Library} title={t('series.none_yet')} />;
  return (
    <section data-pages>
      <ul class="series-list" data-list>
        {series.map((one) => (
          <SeriesTile key={one.id} visit={visit} series={one} posts={previews.get(one.id) ?? []} />
        ))}
      </ul>
      {next ? <LoadMore t={t} href={next} /> : null}
    </section>
  );
}

type SeriesTileProps = { visit: PageView; series: SeriesSummary; posts: PostSummary[] };

function SeriesTile({ visit, series, posts }: SeriesTileProps) {
  const { locale } = visit;
  const lang = langOf(series.lang, locale);
  return (
    <li class="card series-tile">
      <h2 class="series-tile-title" lang={lang}>
        <a href={seriesPath(series.author.uid, series.id)} data-stop>
          {series.title}
        </a>
      </h2>
      <SeriesFacts visit={visit} series={series} />
      {series.description ? (
        <p class="series-tile-about" lang={lang}>
          {series.description}
        </p>
      ) : null}
      {posts.length > 0 ? (
        <ol class="short-list">
          {posts.map(({ id, title, energy, lang: language }) => (
            <li key={id} class={`short-post glow-${glowOf(energy)}`}>
              <span class="lamp" />
              <a class="short-post-title" href={`/posts/${id}`} lang={langOf(language, locale)}>
                {title}
              </a>
            </li>
          ))}
        </ol>
      ) : null}
    </li>
  );
}

/** How many posts, and when it changed. */
export function SeriesFacts({ visit, series }: { visit: PageView; series: SeriesSummary }) {
  const { t, locale, now } = visit;
  const { post_count, hidden_count, updated_at } = series;
  return (
    <p class="meta series-facts">
      <span>{t('series.count', { count: post_count })}</span>
      {hidden_count ? <span>{t('series.hidden_count', { count: hidden_count })}</span> : null}
      <span>
        {t('series.updated')}
        <Time at={updated_at} locale={locale} now={now} />
      </span>
    </p>
  );
}
