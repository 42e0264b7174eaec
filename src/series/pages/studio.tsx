import type { App } from '../../platform/http/app-types.ts';
import { asPage, idOf, pageViewOf, sendPage } from '../../platform/http/page.ts';
import { StudioLayout } from '../../studio/views/studio-layout.tsx';
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
      <StudioLayout visit={visit} current="series" title={visit.t('series.studio_title')}>
        <OwnSeries visit={visit} series={items} />
      </StudioLayout>
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
      <StudioLayout
        visit={visit}
        current="series"
        title={`${series.title} · ${visit.t('series.studio_title')}`}
        scripts={['series']}
      >
        <ArrangeSeries visit={visit} series={series} free={free} />
      </StudioLayout>
    );
    return sendPage(reply, page);
  });
}
