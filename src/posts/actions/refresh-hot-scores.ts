import type { Context } from '../../context.ts';
import { addDays, calendarDay } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { HOT_SCORE_DAYS } from '../rules.ts';
import { lockChangedPosts, lockStalePosts, updateHotScores } from '../store/hot-scores.ts';

/** A worker runs it on every tick; several workers may run it at once. */
export async function refreshHotScores(ctx: Context): Promise<void> {
  const now = ctx.now();
  const today = calendarDay(now);
  const since = calendarDay(addDays(now, 1 - HOT_SCORE_DAYS));
  const refresh = (lock: (trx: Trx) => Promise<number[]>) =>
    ctx.tx(async (trx) => {
      const ids = await lock(trx);
      if (ids.length > 0) await updateHotScores(trx, ids, { today, since });
    });
  await refresh(lockChangedPosts);
  await refresh((trx) => lockStalePosts(trx, today));
}
