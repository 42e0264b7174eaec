import type { Context } from '../../context.ts';
import type { KindName } from './queue/kinds.ts';
import { countQueue } from './queue/queue.ts';

/** Items that wait, each queue counted up to 100. */
export type Queues = { posts: number; profile_changes: number; queue: Record<KindName, number> };

export async function countQueues(ctx: Context): Promise<Queues> {
  const queue = await countQueue(ctx);
  return { posts: queue.post, profile_changes: queue.profile, queue };
}
