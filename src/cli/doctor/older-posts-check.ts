import type { Db } from '../../platform/db/database.ts';
import { getRelatedProgress } from '../../related/actions/relate-old-posts.ts';
import { getBackfillProgress, type Progress } from '../../search/actions/backfill.ts';
import type { Check } from './check.ts';

/** A worker goes through them after an upgrade, while nothing else waits. */
export function createOlderPostsCheck(db: Db): Check {
  return {
    name: 'older posts',
    hint: '',
    run: async () =>
      describeOlder(await getBackfillProgress({ db }), await getRelatedProgress({ db })),
  };
}

function describeOlder(search: Progress[], related: Omit<Progress, 'kind'> | undefined): string {
  const found = search.map(({ kind, done, last }) => `search: ${kind} ${done} of ${last}`);
  if (related) found.push(`related posts: ${related.done} of ${related.last}`);
  return found.join('; ') || 'all have been indexed and related';
}
