import { findBuild } from '../../chaos/site/site.ts';
import { lazyRun } from '../sample.ts';
import { type Site, WITHOUT_CACHE } from '../site.ts';
import type { Operation } from './operation.ts';
import { WRITES } from './writes.ts';

/**
 * The same operations on another build and the same set, to measure a change. Once-a-day actions are excluded: the first build would
 * use up the members.
 */
export function besideBuild(operations: Operation[], directory: string): Operation[] {
  const of = findBuild(directory);
  let started: Promise<Site> | undefined;
  const start = async (site: Site): Promise<Site> => ({
    ...site,
    web: await site.startWeb({}, [], of),
    uncached: await site.startWeb(WITHOUT_CACHE, [], of),
  });
  const repeatable = operations.filter((one) => !WRITES.includes(one));
  return repeatable.map(({ id, title, prepare }) => ({
    ...{ id, title, baseline: `${directory} ${of.fingerprint}` },
    prepare(site) {
      const other = lazyRun(async () => {
        started ??= start(site);
        return prepare(await started).ours;
      });
      return { ours: prepare(site).ours, baseline: other };
    },
  }));
}
