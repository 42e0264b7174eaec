import type { Context } from '../../context.ts';
import { presentCard } from '../../users/actions/present-user.ts';
import * as store from '../store.ts';

/** For the staff: pending changes after a position, oldest first. */
export async function listWaitingChanges(
  ctx: Context,
  { after, limit }: { after: { since: Date; id: number }; limit: number },
) {
  const rows = await store.listOpenChangesAfter(ctx.db, after, limit);
  return rows.map((row) => ({
    id: row.id,
    user: presentCard(ctx, row),
    since: row.created_at,
    current: { username: row.username, signature: row.signature },
    requested: { username: row.requested_username, signature: row.requested_signature },
  }));
}
