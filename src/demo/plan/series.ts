import type { DemoMember, DemoSeries } from '../schema.ts';
import type { PlannedPost, Step } from './steps.ts';

/** After the post is written, and before anybody reacts to it. */
const DELAY_DAYS = 0.0005;

/** Creates each series with its first post; later posts follow as they are written. */
export function planSeries(members: DemoMember[], posts: PlannedPost[]): Step[] {
  return members.flatMap(({ key, series = [] }) =>
    series.flatMap((one) => planOne(key, one, posts)),
  );
}

function planOne(by: string, series: DemoSeries, posts: PlannedPost[]): Step[] {
  const parts = posts.filter(
    ({ author, source }) => author === by && source.series === series.title,
  );
  const [first] = parts;
  if (!first) throw new Error(`demo/${by}: no post is in the series ${series.title}`);
  return [
    { kind: 'create_series', by, when: first.when + DELAY_DAYS, series },
    ...parts.map(
      (post): Step => ({
        kind: 'add_to_series',
        by,
        when: post.when + 2 * DELAY_DAYS,
        post,
        series,
      }),
    ),
  ];
}
