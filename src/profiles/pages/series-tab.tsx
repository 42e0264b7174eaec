import type { VNode } from 'preact';
import { listSeriesOf, previewSeries } from '../../series/actions/read-series.ts';
import { SeriesList } from '../../series/views/series-list.tsx';
import { spaceHref } from '../views/space-links.ts';
import { spaceRail } from './rail.tsx';
import type { Space, SpaceQuery } from './space.tsx';

/** All series for the author, those with a public post for visitors. */
export async function seriesTab(space: Space, { cursor }: SpaceQuery): Promise<VNode> {
  const { ctx, visit, viewer, profile } = space;
  const [page, rail] = await Promise.all([
    listSeriesOf(ctx, viewer, profile.uid, cursor ? { cursor } : {}),
    spaceRail(space),
  ]);
  const { items, next_cursor } = page;
  const previews = await previewSeries(
    ctx,
    viewer,
    profile.uid,
    items.map(({ id }) => id),
  );
  const next = next_cursor ? spaceHref(profile.uid, { tab: 'series', cursor: next_cursor }) : null;
  return (
    <div class="space-columns">
      <div class="space-main">
        <SeriesList visit={visit} series={items} previews={previews} next={next} />
      </div>
      {rail}
    </div>
  );
}
