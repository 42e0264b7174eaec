import type { Context } from '../../context.ts';
import { addDays, calendarDay } from '../../platform/clock.ts';
import { HOT_SCORE_DAYS } from '../rules.ts';
import {
  listChangedPosts,
  listStalePosts,
  lockCounters,
  updateHotScores,
} from '../store/hot-scores.ts';

/** A worker runs it on every tick; several workers may run it at once. */
export async function refreshHotScores(ctx: Context): Promise<void> {
  const now = ctx.now();
  const today = calendarDay(now);
  const days = Array.from({ length: HOT_SCORE_DAYS }, (_, ago) => calendarDay(addDays(now, -ago)));
  const refresh = (ids: number[]) =>
    ctx.tx(async (trx) => {
      const locked = await lockCounters(trx, ids);
      if (locked.length > 0) await updateHotScores(trx, locked, { today, days });
    });
  for (const ids of [await listChangedPosts(ctx.db), await listStalePosts(ctx.db, today)])
    if (ids.length > 0) await refresh(ids);
}
