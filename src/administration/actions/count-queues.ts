import type { Context } from '../../context.ts';
import { countWaiting } from '../store/settings.ts';

/** Items waiting for review, each queue counted up to 100. */
export type Queues = { posts: number; profile_changes: number };

export async function countQueues(ctx: Context): Promise<Queues> {
  const { pending_posts, pending_profiles } = await countWaiting(ctx.db);
  return { posts: pending_posts, profile_changes: pending_profiles };
}
