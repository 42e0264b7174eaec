import type { Context } from '../../context.ts';
import { addDays, calendarDay } from '../../platform/clock.ts';
import { groupByShard } from '../../platform/db/shards.ts';
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
  const since = calendarDay(addDays(now, 1 - HOT_SCORE_DAYS));
  const refresh = async (ids: number[]) => {
    for (const group of groupByShard(ctx.db, ids, (id) => id)) {
      await ctx.tx(async (trx) => {
        const locked = await lockCounters(trx, group);
        if (locked.length > 0) await updateHotScores(trx, locked, { today, since });
      });
    }
  };
  await refresh(await listChangedPosts(ctx.db));
  await refresh(await listStalePosts(ctx.db, today));
}
