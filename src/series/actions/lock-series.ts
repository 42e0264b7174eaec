import type { Viewer } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import { assertActive } from '../../users/actions/lock-user.ts';
import { type LockedSeries, lockSeries } from '../store/series.ts';

/** A05: another author's series is not found, as if it did not exist. Lock order: users, series, posts of a series. */
export async function lockOwnSeries(trx: Trx, viewer: Viewer, id: number): Promise<LockedSeries> {
  const [series] = await lockEachOwnSeries(trx, viewer, [id]);
  if (!series) throw new Refusal('not_found');
  return series;
}

/** Several at once, so that two moves in opposite directions do not wait for each other. */
export async function lockEachOwnSeries(
  trx: Trx,
  viewer: Viewer,
  ids: number[],
): Promise<LockedSeries[]> {
  await assertActive(trx, viewer.uid);
  const distinct = new Set(ids);
  const locked = await lockSeries(trx, viewer.uid, [...distinct]);
  if (locked.length < distinct.size) throw new Refusal('not_found');
  return locked;
}
