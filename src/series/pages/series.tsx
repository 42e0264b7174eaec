import type { App } from '../../platform/http/app-types.ts';
import {
  type PageView,
  pageViewOf,
  paramOf,
  routedIdFrom,
  sendPage,
} from '../../platform/http/page.ts';
import { versionsOfSeries } from '../../reading/actions/versions.ts';
import { PreviewTags } from '../../sharing/views/preview-tags.tsx';
import { breadcrumbs, StructuredData } from '../../sharing/views/structured-data.tsx';
import { getSeries } from '../actions/read-series.ts';
import { seriesPath } from '../rules.ts';
import type { Series } from '../schema.ts';
import { descriptionOf, SeriesPage } from '../views/series-page.tsx';

/** `/series/:id`. */
export function seriesPages(app: App): void {
  app.get(
    '/series/:id',
    { config: { access: 'optional', cached: versionsOfSeries } },
    async (request, reply) => {
      const { ctx, viewer } = request;
      const series = await getSeries(ctx, viewer, routedIdFrom(paramOf(request, 'id')));
      const visit = pageViewOf(request);
      const page = (
        <SeriesPage
          visit={visit}
          series={series}
          isOwn={viewer?.uid === series.author.uid}
          isStaff={viewer !== null && viewer.role !== 'member'}
          head={series.post_count > 0 ? <SeriesPreview visit={visit} series={series} /> : null}
        />
      );
      return sendPage(reply, page);
    },
  );
}

/** In the head of a public series. */
function SeriesPreview({ visit, series }: { visit: PageView; series: Series }) {
  const { origin, t } = visit;
  const { id, title, author, posts, lang } = series;
  const path = seriesPath(author.uid, id);
  const url = `${origin}${path}`;
  const space = { name: author.name, url: `${origin}/space/${author.uid}` };
  const shown = posts.filter(({ number }) => number !== null);
  return (
    <>
      <PreviewTags
        visit={visit}
        type="website"
        title={`${title} · ${t('series.by', { name: author.name })}`}
        description={descriptionOf(visit, series)}
        path={path}
        {...(lang ? { lang } : {})}
      />
      <StructuredData
        things={[
          {
            '@type': 'CreativeWorkSeries',
            '@id': url,
            url,
            name: title,
            description: descriptionOf(visit, series),
            author: { '@type': 'Person', ...space },
            ...(lang ? { inLanguage: lang } : {}),
            hasPart: shown.map(({ number, post }) => ({
              '@type': 'Article' as const,
              '@id': `${origin}/posts/${post.id}`,
              url: `${origin}/posts/${post.id}`,
              headline: post.title,
              position: number ?? 0,
            })),
          },
          breadcrumbs([{ name: t('page.site'), url: `${origin}/` }, space, { name: title, url }]),
        ]}
      />
    </>
  );
}
