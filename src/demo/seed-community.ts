import type { Context } from '../context.ts';
import { runIntegrity } from '../integrity/actions.ts';
import { createMonthPartitions } from '../levels/actions.ts';
import { flushCountDeltas } from '../posts/actions/post-counts.ts';
import { refreshHotScores } from '../posts/actions/refresh-hot-scores.ts';
import { flushUserCountDeltas } from '../users/actions/count-follows.ts';
import { locksOf } from './perform/locks.ts';
import { performStep } from './perform/perform-step.ts';
import { createSeedState } from './perform/state.ts';
import { uploadPictures } from './perform/upload-pictures.ts';
import { planCommunity } from './plan/plan.ts';
import { createScheduler } from './scheduler.ts';
import type { DemoMember } from './schema.ts';

/** Below the pool size: an action may need a second connection beside its transaction. */
const MAX_IN_FLIGHT = 8;
/** In days; a little less than what one call of `createMonthPartitions` covers. */
const PREPARED_DAYS = 80;
/** One call flushes the counter deltas of at most a hundred rows. */
const FLUSHES = 3;

/**
 * Fills an empty site with a community of three months. Every step calls an action of the site, with a clock that
 * shows the step's time. At the end the integrity check compares every stored number with its rows.
 */
export async function seedCommunity(
  ctx: Context,
  members: DemoMember[],
  {
    password,
    now,
    onProgress,
  }: { password: string; now: Date; onProgress?: (done: number, total: number) => void },
): Promise<void> {
  const { steps } = planCommunity(members);
  const state = createSeedState(ctx, members, { password, now });
  const first = Math.floor(steps[0]?.when ?? 0);
  for (let day = first; day < PREPARED_DAYS; day += PREPARED_DAYS)
    await createMonthPartitions(state.at(Math.min(day, 0)));

  const scheduler = createScheduler(MAX_IN_FLIGHT);
  const findMentions = (text: string) =>
    members
      .filter(({ username }) => username && text.includes(`@${username}`))
      .map(({ key }) => key);
  let done = 0;
  const uploads = uploadPictures(state, steps);
  for (const step of steps) {
    scheduler.add(locksOf(step, findMentions), async () => {
      await performStep(state, step);
      onProgress?.(++done, steps.length);
    });
  }
  await Promise.all([scheduler.finish(), uploads]);

  for (let round = 0; round < FLUSHES; round++) {
    await flushCountDeltas(ctx);
    await flushUserCountDeltas(ctx);
  }
  await refreshHotScores(ctx);
  await runIntegrity(ctx);
}
