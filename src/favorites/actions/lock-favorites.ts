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
 * Every write begins here: the default folder (D33: made on first use) is also the lock of all that the
 * member keeps. So a member's own writes follow each other and cannot deadlock, and nobody waits for a
 * stranger.
 */
export async function lockFavorites(ctx: Context, trx: Trx, uid: number): Promise<FolderRow> {
  await assertActive(trx, uid);
  const found = await lockDefaultFolder(trx, uid);
  if (found) return found;
  await insertDefaultFolder(trx, uid, ctx.now());
  const made = await lockDefaultFolder(trx, uid);
  if (!made) throw new Error(`the default folder of ${uid} was made and is not there`);
  return made;
}

/** A05: somebody else's folder is refused like one that never existed. */
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
