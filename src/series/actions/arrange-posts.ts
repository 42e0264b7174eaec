import type { Context, Viewer } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import { hasSamePosts, moveTo } from '../rules.ts';
import type { PostMove, PostSeries, Series, SeriesOrder } from '../schema.ts';
import * as store from '../store/posts.ts';
import { updateVersion } from '../store/series.ts';
import type { SeriesKey } from '../store/shared.ts';
import { lockEachOwnSeries, lockOwnSeries } from './lock-series.ts';
import { getSeries } from './read-series.ts';

/** At the end. Adding a post again changes nothing, so that a client may retry. */
export async function addPost(
  ctx: Context,
  viewer: Viewer,
  id: number,
  postId: number,
): Promise<Series> {
  await ctx.tx(async (trx) => {
    await lockOwnSeries(trx, viewer, id);
    await append(ctx, trx, viewer, id, postId);
  });
  return getSeries(ctx, viewer, { owner: viewer.uid, id });
}

export async function removePost(
  ctx: Context,
  viewer: Viewer,
  id: number,
  postId: number,
): Promise<void> {
  await ctx.tx(async (trx) => {
    await lockOwnSeries(trx, viewer, id);
    if ((await store.deletePosts(trx, { author_uid: viewer.uid, id }, [postId])) === 0)
      throw new Refusal('not_found');
    await updateVersion(trx, viewer.uid, [id], ctx.now());
  });
}

/** The whole order, of all posts that are not deleted; deleted ones follow, in case that they are restored. */
export async function orderPosts(
  ctx: Context,
  viewer: Viewer,
  id: number,
  { version, post_ids }: SeriesOrder,
): Promise<Series> {
  await ctx.tx(async (trx) => {
    const { series, current } = await lockOrder(trx, viewer, id, version);
    if (!hasSamePosts(current, post_ids)) {
      const detail = 'needs every post of the series that is not deleted, each once';
      throw new Refusal('invalid_input', {}, { fields: [{ pointer: '/post_ids', detail }] });
    }
    await store.updateOrder(trx, series, await withDeleted(trx, series, post_ids));
    await updateVersion(trx, viewer.uid, [id], ctx.now());
  });
  return getSeries(ctx, viewer, { owner: viewer.uid, id });
}

/** The same for one post: what a page without scripts sends. */
export async function movePost(
  ctx: Context,
  viewer: Viewer,
  { id, post_id }: { id: number; post_id: number },
  { version, position }: PostMove,
): Promise<Series> {
  await ctx.tx(async (trx) => {
    const { series, current } = await lockOrder(trx, viewer, id, version);
    if (!current.includes(post_id)) throw new Refusal('not_found');
    const order = moveTo(current, post_id, position);
    await store.updateOrder(trx, series, await withDeleted(trx, series, order));
    await updateVersion(trx, viewer.uid, [id], ctx.now());
  });
  return getSeries(ctx, viewer, { owner: viewer.uid, id });
}

/** Two windows that arrange at once: the second is refused and sees the order of the first. */
async function lockOrder(trx: Trx, viewer: Viewer, id: number, version: number) {
  const series = await lockOwnSeries(trx, viewer, id);
  const current = await store.listOwnPostIds(trx, series);
  if (series.version !== version)
    throw new Refusal('stale_version', { version: series.version, post_ids: current });
  return { series, current };
}

async function withDeleted(trx: Trx, series: SeriesKey, order: number[]): Promise<number[]> {
  const shown = new Set(order);
  return [...order, ...(await store.listPostIds(trx, series)).filter((one) => !shown.has(one))];
}

export async function getPostSeries(
  ctx: Context,
  viewer: Viewer,
  postId: number,
): Promise<PostSeries> {
  if (!(await store.isOwnPost(ctx.db, viewer.uid, postId))) throw new Refusal('not_found');
  return { series_id: await store.findSeriesIdOf(ctx.db, viewer.uid, postId) };
}

/** The series of a post, or none: moves it from the one that it is in. Not an edit of the post. */
export async function setPostSeries(
  ctx: Context,
  viewer: Viewer,
  postId: number,
  target: number | null,
): Promise<PostSeries> {
  const { series_id: current } = await getPostSeries(ctx, viewer, postId);
  await ctx.tx(async (trx) => {
    const ids = [current, target].filter((id) => id !== null);
    await lockEachOwnSeries(trx, viewer, ids);
    // Moved elsewhere since it was read: the locks are of the wrong series.
    if ((await store.findSeriesIdOf(trx, viewer.uid, postId)) !== current)
      throw new Refusal('stale_version');
    if (current === target) return;
    if (current !== null) {
      await store.deletePosts(trx, { author_uid: viewer.uid, id: current }, [postId]);
      await updateVersion(trx, viewer.uid, [current], ctx.now());
    }
    if (target !== null) await append(ctx, trx, viewer, target, postId);
  });
  return { series_id: target };
}

/**
 * The unique post of the table decides between two series at once, the foreign keys that both belong to one author. Takes
 * no lock on the post: one that is deleted right after this is in the series and hidden, as if it had been deleted later.
 */
async function append(
  ctx: Context,
  trx: Trx,
  viewer: Viewer,
  id: number,
  postId: number,
): Promise<void> {
  if (!(await store.isOwnPost(trx, viewer.uid, postId))) throw new Refusal('not_found');
  const post = { series_id: id, post_id: postId, author_uid: viewer.uid };
  if (await store.insertPost(trx, post)) return updateVersion(trx, viewer.uid, [id], ctx.now());
  const other = await store.findSeriesIdOf(trx, viewer.uid, postId);
  if (other !== id) throw new Refusal('post_in_series', { series_id: other });
}
