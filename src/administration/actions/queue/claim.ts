import type { Context, Viewer } from '../../../context.ts';
import { addSeconds } from '../../../platform/clock.ts';
import { upsertClaim } from '../../store/queue.ts';
import type { KindName } from './kinds.ts';

const CLAIM_SECONDS = 300;

/** Shows the other moderators who looks at the item. It locks nothing: whoever decides first has decided. */
export async function claimItem(
  ctx: Context,
  staff: Viewer,
  { kind, id }: { kind: KindName; id: number },
): Promise<void> {
  const now = ctx.now();
  const expires_at = addSeconds(now, CLAIM_SECONDS);
  await ctx.tx((trx) => upsertClaim(trx, { kind, item_id: id, uid: staff.uid, expires_at, now }));
}
