import type { App } from '../../platform/http/app-types.ts';
import { asPage, idOf, pageViewOf, sendPage } from '../../platform/http/page.ts';
import { StudioLayout } from '../../studio/views/studio-layout.tsx';
import { Layout } from '../../ui/layout.tsx';
import { getOwnSeries, listPostsToAdd, listSeriesOf } from '../actions/read-series.ts';
import { SERIES_MAX } from '../rules.ts';
import { ArrangeSeries } from '../views/arrange-series.tsx';
import { OwnSeries } from '../views/own-series.tsx';

/** `/studio/series` and `/studio/series/:id`. */
export function studioSeriesPages(app: App): void {
  app.get('/studio/series', asPage('member'), async (request, reply) => {
    const { ctx, member } = request;
    const { items } = await listSeriesOf(ctx, member, member.uid, { limit: SERIES_MAX });
    const visit = pageViewOf(request);
    const page = (
      <Layout visit={visit} title={visit.t('series.studio_title')} wide sheets={['work']}>
        <StudioLayout visit={visit} current="series">
          <OwnSeries visit={visit} series={items} />
        </StudioLayout>
      </Layout>
    );
    return sendPage(reply, page);
  });

  app.get('/studio/series/:id', asPage('member'), async (request, reply) => {
    const { ctx, member } = request;
    const [series, free] = await Promise.all([
      getOwnSeries(ctx, member, idOf(request)),
      listPostsToAdd(ctx, member),
    ]);
    const visit = pageViewOf(request);
    const page = (
      <Layout
        visit={visit}
        title={`${series.title} · ${visit.t('series.studio_title')}`}
        wide
        scripts={['series']}
        sheets={['work']}
      >
        <StudioLayout visit={visit} current="series">
          <ArrangeSeries visit={visit} series={series} free={free} />
        </StudioLayout>
      </Layout>
    );
    return sendPage(reply, page);
  });
}
