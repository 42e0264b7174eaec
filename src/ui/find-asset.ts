import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import type { Context } from '../context.ts';
import { lazy } from '../platform/cache/lazy.ts';
import { type Asset, readAssets, typeOf } from './assets.ts';
import { listPublished, type PublishedBuild, readPublished } from './published-assets.ts';

/** As `npm run build` names files: esbuild's hash, or that of the style sheet. */
const NAME = /^[a-z]+\.(?:[A-Z2-7]{8}|[0-9a-f]{12})\.(?:js|css)$/;
/** Half a megabyte each. More than can be live together; open tabs need the others. */
const BUILDS_MAX = 8;
const REFRESH_MS = 1000;

type FindAsset = (name: string) => Promise<Asset | undefined>;

/** Finds a script or style sheet of this release, or of another one that published it. */
export function createFindAsset(ctx: Pick<Context, 'storage' | 'secrets'>): FindAsset {
  /** By key and time, so that a build is read again after it was stored again. */
  let builds = new Map<string, Map<string, Asset>>();
  let running = Promise.resolve();
  let waiting: Promise<void> | undefined;
  let refreshedAt = Number.NEGATIVE_INFINITY;

  const findPublished = (name: string) =>
    [...builds.values()].find((build) => build.has(name))?.get(name);

  // One listing a second at most, whatever names are requested. It begins after the request: a release publishes before
  // it serves its first page, so an older listing may lack the files of that page.
  const refresh = (): Promise<void> => {
    waiting ??= (async () => {
      await running.catch(() => {});
      await sleep(Math.max(0, refreshedAt + REFRESH_MS - performance.now()));
      waiting = undefined;
      refreshedAt = performance.now();
      running = load();
      await running;
    })();
    return waiting;
  };

  const load = async (): Promise<void> => {
    const newest = (await listPublished(ctx)).slice(0, BUILDS_MAX);
    const loaded = new Map<string, Map<string, Asset>>();
    for (const { key, modified_at } of newest) {
      const id = `${key} ${modified_at.getTime()}`;
      loaded.set(id, builds.get(id) ?? toAssets(await readPublished(ctx, key)));
    }
    builds = loaded;
  };

  return async (name) => {
    const known = readAssets().get(name) ?? findPublished(name);
    if (known || !NAME.test(name)) return known;
    await refresh();
    return findPublished(name);
  };
}

function toAssets(build: PublishedBuild = new Map()): Map<string, Asset> {
  return new Map(
    [...build].map(([name, br]) => [
      name,
      { type: typeOf(name), br, body: lazy(() => brotliDecompressSync(br)) },
    ]),
  );
}
