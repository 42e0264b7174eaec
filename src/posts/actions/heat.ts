import type { Context } from '../../context.ts';
import { addDays, calendarDay } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { HEAT_DAYS } from '../rules.ts';
import { lockStale, lockStirred, setHeat } from '../store/heat.ts';

/** Keeps the order of the hottest posts; run every moment by a worker, and safe by several at once. */
export async function refreshHeat(ctx: Context): Promise<void> {
  const now = ctx.now();
  const today = calendarDay(now);
  const since = calendarDay(addDays(now, 1 - HEAT_DAYS));
  const refresh = (lock: (trx: Trx) => Promise<number[]>) =>
    ctx.tx(async (trx) => {
      const ids = await lock(trx);
      if (ids.length > 0) await setHeat(trx, ids, { today, since });
    });
  await refresh(lockStirred);
  await refresh((trx) => lockStale(trx, today));
}
