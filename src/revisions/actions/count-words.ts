import { LRUCache } from 'lru-cache';
import type { Config } from '../../config.ts';
import type { Context, Viewer } from '../../context.ts';
import { runCountChangedWords } from '../../posts/actions/text-work.ts';
import type { WordCounts } from '../../posts/compare-texts.ts';
import { listBodies } from '../store/versions.ts';

/** For a whole page of versions; what takes longer is not counted. */
const COUNT_MS_MAX = 1_500;

/**
 * Versions never change, so the counts of two versions stay right for good. Not stored with a version: thinning (D57)
 * takes the version before it away.
 */
const countedOf = new WeakMap<Config, LRUCache<string, WordCounts>>();

function countedIn({ config }: Context): LRUCache<string, WordCounts> {
  const counted = countedOf.get(config) ?? new LRUCache({ max: 20_000 });
  countedOf.set(config, counted);
  return counted;
}

type Step = { version: number; previous: number | null };

/** What each version added to and removed from the one before it, in the order given. */
export async function countWords(
  ctx: Context,
  viewer: Viewer,
  postId: number,
  steps: Step[],
): Promise<(WordCounts | null)[]> {
  const keyOf = ({ version, previous }: Step) => `${postId} ${previous ?? 0} ${version}`;
  const counted = countedIn(ctx);
  const missing = steps.filter((step) => !counted.has(keyOf(step)));
  if (missing.length > 0) {
    const versions = [
      ...new Set(missing.flatMap(({ version, previous }) => [version, previous ?? version])),
    ];
    const found = await listBodies(ctx.db, postId, versions);
    // A version that was thinned out since the list was read is not counted.
    const known = missing.filter(
      ({ version, previous }) => found.has(version) && (previous === null || found.has(previous)),
    );
    const order = [...found.keys()];
    const results = await runCountChangedWords(ctx, viewer, {
      bodies: [...found.values()],
      pairs: known.map(({ version, previous }) => ({
        after: order.indexOf(version),
        ...(previous === null ? {} : { before: order.indexOf(previous) }),
      })),
      ms: COUNT_MS_MAX,
    });
    results.forEach((words, at) => {
      const step = known[at];
      if (words && step) counted.set(keyOf(step), words);
    });
  }
  return steps.map((step) => counted.get(keyOf(step)) ?? null);
}
