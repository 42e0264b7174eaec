import type { Context, Viewer } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import { assertActive } from '../../users/actions/lock-user.ts';
import {
  type FolderRow,
  findOwnFolder,
  insertDefaultFolder,
  lockDefaultFolder,
} from '../store/folders.ts';

/**
 * Every write starts here: the row of the default folder (D33: created on first use) is the lock for all favorites of
 * the member. So a member's own writes run one after another without deadlocks, and never wait for another member's.
 */
export async function lockFavorites(ctx: Context, trx: Trx, uid: number): Promise<FolderRow> {
  await assertActive(trx, uid);
  const existing = await lockDefaultFolder(trx, uid);
  if (existing) return existing;
  await insertDefaultFolder(trx, uid, ctx.now());
  const created = await lockDefaultFolder(trx, uid);
  if (!created) throw new Error(`the default folder of ${uid} was created but not found`);
  return created;
}

/** A05: another member's folder is not found, as if it did not exist. */
export async function lockOwnFolder(
  ctx: Context,
  trx: Trx,
  viewer: Viewer,
  id: number,
): Promise<FolderRow> {
  await lockFavorites(ctx, trx, viewer.uid);
  const folder = await findOwnFolder(trx, viewer.uid, id);
  if (!folder) throw new Refusal('not_found');
  return folder;
}
