import type { Context, Viewer } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import { getUser } from '../../users/actions/find-user.ts';
import { lockUser } from '../../users/actions/lock-user.ts';
import { BLOCKS_MAX, type BlockKind } from '../rules.ts';
import type { BlockState } from '../schema.ts';
import { countBlocks, deleteBlock, deleteBlocksOf, upsertBlock } from '../store/blocks.ts';

const PURGE_BATCH = 500;

/** Ends the follows between two members. Follows are a higher domain, so the routes pass this in. */
type EndFollows = (trx: Trx, pair: [number, number], now: Date) => Promise<void>;
type Block = { uid: number; kind: BlockKind };

/** D67: blocks or mutes a member, or changes one to the other. A block ends the follows in both directions. */
export async function blockMember(
  ctx: Context,
  viewer: Viewer,
  { uid: other_uid, kind }: Block,
  endFollows: EndFollows,
): Promise<BlockState> {
  const { uid } = viewer;
  if (other_uid === uid) throw new Refusal('not_on_oneself');
  await ctx.tx(async (trx) => {
    const now = ctx.now();
    await lockBoth(trx, uid, other_uid);
    await getUser(trx, other_uid);
    await upsertBlock(trx, { uid, other_uid, kind, created_at: now });
    if ((await countBlocks(trx, uid)) > BLOCKS_MAX)
      throw new Refusal('too_many', { limit: BLOCKS_MAX });
    if (kind === 'block') await endFollows(trx, [uid, other_uid], now);
  });
  return { kind };
}

/** Ends a block or a mute. The follows that it ended do not come back. */
export async function unblockMember(
  ctx: Context,
  viewer: Viewer,
  other: number,
): Promise<BlockState> {
  await ctx.tx(async (trx) => {
    await lockBoth(trx, viewer.uid, other);
    await deleteBlock(trx, viewer.uid, other);
  });
  return { kind: null };
}

/**
 * Lock order: users by uid. Whoever follows, comments or energizes has locked their own row, so either their write
 * or the block is first.
 */
async function lockBoth(trx: Trx, uid: number, other: number): Promise<void> {
  const [first, second] = uid < other ? [uid, other] : [other, uid];
  const one = await lockUser(trx, first);
  const two = await lockUser(trx, second);
  const user = uid === first ? one : two;
  // Again under the lock: a ban or a deletion may have been committed after the guard's check.
  if (!user || user.deleted_at) throw new Refusal('login_required');
  if (user.status === 'banned') throw new Refusal('banned');
}

/** D15: in batches, because very many members may have blocked the same one. */
export async function purgeBlocks(ctx: Context, uid: number): Promise<void> {
  for (let deleted = PURGE_BATCH; deleted === PURGE_BATCH; ) {
    deleted = await ctx.tx((trx) => deleteBlocksOf(trx, uid, PURGE_BATCH));
  }
}
