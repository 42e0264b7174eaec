import type { Context, Viewer } from '../../context.ts';
import { detectLanguage } from '../../platform/language/detect.ts';
import { Refusal } from '../../refusals.ts';
import { lockUser } from '../../users/actions/lock-user.ts';
import { SERIES_MAX } from '../rules.ts';
import type { NewSeries, SeriesChanges, SeriesSummary } from '../schema.ts';
import { deleteAllPosts } from '../store/posts.ts';
import { countSeries, deleteSeries, insertSeries, updateText } from '../store/series.ts';
import { lockOwnSeries } from './lock-series.ts';
import { getOwnSeriesSummary } from './read-series.ts';

export async function createSeries(
  ctx: Context,
  viewer: Viewer,
  input: NewSeries,
): Promise<SeriesSummary> {
  const text = await withLanguage(input.title, input.description);
  const id = await ctx.tx(async (trx) => {
    // Counted under the author's lock, so that concurrent requests cannot exceed the limit.
    const user = await lockUser(trx, viewer.uid);
    if (!user || user.deleted_at) throw new Refusal('login_required');
    if (user.status === 'banned') throw new Refusal('banned');
    if ((await countSeries(trx, viewer.uid)) >= SERIES_MAX)
      throw new Refusal('too_many', { limit: SERIES_MAX });
    return insertSeries(trx, { ...text, author_uid: viewer.uid, created_at: ctx.now() });
  });
  return getOwnSeriesSummary(ctx, viewer, id);
}

/** A missing field stays unchanged. A text that the staff removed is replaced by the author's next one. */
export async function changeSeries(
  ctx: Context,
  viewer: Viewer,
  id: number,
  input: SeriesChanges,
): Promise<SeriesSummary> {
  await ctx.tx(async (trx) => {
    const series = await lockOwnSeries(trx, viewer, id);
    const title = input.title ?? series.title;
    if (title === '') {
      const fields = [{ pointer: '/title', detail: 'is needed: the series has none' }];
      throw new Refusal('invalid_input', {}, { fields });
    }
    const text = await withLanguage(title, input.description ?? series.description);
    await updateText(trx, series, text, ctx.now());
  });
  return getOwnSeriesSummary(ctx, viewer, id);
}

/** The posts stay. */
export async function removeSeries(ctx: Context, viewer: Viewer, id: number): Promise<void> {
  await ctx.tx(async (trx) => {
    const series = await lockOwnSeries(trx, viewer, id);
    await deleteAllPosts(trx, series);
    await deleteSeries(trx, series);
  });
}

async function withLanguage(title: string, description = '') {
  const text = { title: title.trim(), description: description.trim() };
  return { ...text, lang: await detectLanguage(`${text.title}\n${text.description}`) };
}
