import type { Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import { listBlockers } from '../store/shared.ts';

/**
 * D67: none of these members has blocked the writer. Call it after the lock on the writer's row, which a block waits for,
 * so that no block is committed between this check and the write.
 */
export async function assertNotBlocked(
  trx: Trx,
  writer: number,
  uids: (number | undefined)[],
): Promise<void> {
  const others = new Set(uids.filter((uid) => uid !== undefined && uid !== writer) as number[]);
  if (others.size === 0) return;
  if ((await listBlockers(trx, [...others], writer)).length > 0) throw new Refusal('blocked');
}
