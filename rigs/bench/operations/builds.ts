import { findBuild } from '../../chaos/site/site.ts';
import { later } from '../sample.ts';
import { type Site, WITHOUT_MEMORY } from '../site.ts';
import type { Operation } from './operation.ts';
import { WRITES } from './writes.ts';

/**
 * The same operations of another build on the same set, for what a change is worth. Not of what each member can do but
 * once: who did it for one build has nothing left to do for the other.
 */
export function besideBuild(operations: Operation[], directory: string): Operation[] {
  const of = findBuild(directory);
  let started: Promise<Site> | undefined;
  const start = async (site: Site): Promise<Site> => ({
    ...site,
    web: await site.startWeb({}, [], of),
    uncached: await site.startWeb(WITHOUT_MEMORY, [], of),
  });
  const repeatable = operations.filter((one) => !WRITES.includes(one));
  return repeatable.map(({ id, title, prepare }) => ({
    ...{ id, title, twin: `${directory} ${of.fingerprint}` },
    prepare(site) {
      const other = later(async () => {
        started ??= start(site);
        return prepare(await started).ours;
      });
      return { ours: prepare(site).ours, twin: other };
    },
  }));
}
