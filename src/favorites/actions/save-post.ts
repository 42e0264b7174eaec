import type { Context, Viewer } from '../../context.ts';
import { calendarDay } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { changeCounts, changeCountsOfMany, getCounts } from '../../posts/actions/post-counts.ts';
import { getPost } from '../../posts/actions/read-posts.ts';
import { Refusal } from '../../refusals.ts';
import type { FavoriteState, FolderStatus } from '../schema.ts';
import {
  insertItem,
  isPublicPost,
  listFolderIds,
  type Removal,
  removeFromAllFolders,
  removeItem,
} from '../store/items.ts';
import { lockFavorites, lockOwnFolder } from './lock-favorites.ts';

/** D33: on saves into the default folder, off removes from every own one. D8: a requested state is the state afterwards. */
export async function toggleFavorite(
  ctx: Context,
  viewer: Viewer,
  postId: number,
  requested: boolean | undefined,
): Promise<FavoriteState> {
  await assertPublic(ctx, viewer, postId);
  return ctx.tx(async (trx) => {
    const folder = await lockFavorites(ctx, trx, viewer.uid);
    const current = (await listFolderIds(trx, viewer.uid, postId)).length > 0;
    const next = requested ?? !current;
    // Read before the change, because the counter update has to be the last statement.
    const { favorite_count } = await getCounts(trx, postId);
    if (next && !current) await save(ctx, trx, viewer, { folder_id: folder.id, post_id: postId });
    if (!next && current)
      await subtractFavorites(trx, await removeFromAllFolders(trx, viewer.uid, postId));
    return { favorited: next, favorite_count: favorite_count + Number(next) - Number(current) };
  });
}

/** Saving a post again changes nothing, so that a client may retry. */
export async function addToFolder(
  ctx: Context,
  viewer: Viewer,
  id: number,
  postId: number,
): Promise<FolderStatus> {
  await assertPublic(ctx, viewer, postId);
  const folderIds = await ctx.tx(async (trx) => {
    const folder = await lockOwnFolder(ctx, trx, viewer, id);
    const saved = await listFolderIds(trx, viewer.uid, postId);
    if (saved.includes(folder.id)) return saved;
    await save(ctx, trx, viewer, { folder_id: folder.id, post_id: postId });
    return [...saved, folder.id].sort((a, b) => a - b);
  });
  return { favorited: true, folder_ids: folderIds };
}

/** Also for a post that is no longer public, so that the owner can remove it. */
export async function removeFromFolder(
  ctx: Context,
  viewer: Viewer,
  id: number,
  postId: number,
): Promise<void> {
  await ctx.tx(async (trx) => {
    const folder = await lockOwnFolder(ctx, trx, viewer, id);
    const removal = await removeItem(trx, folder, postId);
    if (removal.items === 0) throw new Refusal('not_found');
    await subtractFavorites(trx, removal);
  });
}

/** D46: in one transaction, so that the post is always in a folder and keeps the day on which it was saved. */
export async function moveItem(
  ctx: Context,
  viewer: Viewer,
  item: { id: number; post_id: number },
  targetId: number,
): Promise<FolderStatus> {
  const { id, post_id } = item;
  const folderIds = await ctx.tx(async (trx) => {
    const source = await lockOwnFolder(ctx, trx, viewer, id);
    const target = await lockOwnFolder(ctx, trx, viewer, targetId);
    const saved = await listFolderIds(trx, viewer.uid, post_id);
    if (!saved.includes(source.id)) throw new Refusal('not_found');
    if (source.id === target.id) return saved;
    await save(ctx, trx, viewer, { folder_id: target.id, post_id });
    await removeItem(trx, source, post_id);
    return listFolderIds(trx, viewer.uid, post_id);
  });
  return { favorited: true, folder_ids: folderIds };
}

/** D46: a post that left its last folder is subtracted from the day on which it was saved. */
export function subtractFavorites(trx: Trx, { unsaved }: Removal): Promise<void> {
  return changeCountsOfMany(
    trx,
    unsaved.map((one) => ({ ...one, favorites: -1 })),
  );
}

async function save(
  ctx: Context,
  trx: Trx,
  viewer: Viewer,
  item: { folder_id: number; post_id: number },
): Promise<void> {
  const now = ctx.now();
  const day = calendarDay(now);
  const isFirst = await insertItem(trx, { ...item, uid: viewer.uid, created_at: now, day });
  if (isFirst) await changeCounts(trx, { post_id: item.post_id, day, favorites: 1 });
}

/**
 * D30: a post that the caller cannot see is not found; a visible one that is not public is in the wrong state. Takes no
 * lock: a post that is hidden right after this is saved and unavailable, as if it had been hidden after saving.
 */
async function assertPublic(ctx: Context, viewer: Viewer, postId: number): Promise<void> {
  if (await isPublicPost(ctx.db, postId)) return;
  const { status } = await getPost(ctx, viewer, postId);
  throw new Refusal('wrong_state', { post_status: status });
}
