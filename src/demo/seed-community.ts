import type { Context } from '../context.ts';
import { runIntegrity } from '../integrity/actions.ts';
import { prepareMonths } from '../levels/actions.ts';
import { foldCounts } from '../posts/actions/count-post.ts';
import { refreshHeat } from '../posts/actions/heat.ts';
import { foldUserCounts } from '../users/actions.ts';
import { createLanes } from './lanes.ts';
import { paintPictures } from './perform/paint-pictures.ts';
import { perform, touchesOf } from './perform/perform.ts';
import { createStage } from './perform/stage.ts';
import { planStory } from './plan/plan.ts';
import type { DemoMember } from './schema.ts';

/** Fewer than there are connections: an action may read beside its transaction. */
const AT_ONCE = 8;
/** What `prepareMonths` makes, in days, and a little less. */
const PREPARED_DAYS = 80;
/** Counters are folded a hundred at a time. */
const ROUNDS = 3;

/**
 * Fills an empty site with a community that has lived for three months. Everything happens through the actions
 * of the product, each at a moment of its own, and at the end every figure is compared with its rows.
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
  const { deeds } = planStory(members);
  const stage = createStage(ctx, members, { password, now });
  const first = Math.floor(deeds[0]?.when ?? 0);
  for (let day = first; day < PREPARED_DAYS; day += PREPARED_DAYS)
    await prepareMonths(stage.at(Math.min(day, 0)));

  const lanes = createLanes(AT_ONCE);
  const namedIn = (text: string) =>
    members
      .filter(({ username }) => username && text.includes(`@${username}`))
      .map(({ key }) => key);
  let done = 0;
  const painting = paintPictures(stage, deeds);
  for (const deed of deeds) {
    lanes.add(touchesOf(deed, namedIn), async () => {
      await perform(stage, deed);
      onProgress?.(++done, deeds.length);
    });
  }
  await Promise.all([lanes.finish(), painting]);

  for (let round = 0; round < ROUNDS; round++) {
    await foldCounts(ctx);
    await foldUserCounts(ctx);
  }
  await refreshHeat(ctx);
  await runIntegrity(ctx);
}
