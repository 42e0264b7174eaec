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
  listHolders,
  type Removal,
  removeFromAllFolders,
  removeItem,
} from '../store/items.ts';
import { lockFavorites, lockOwnFolder } from './lock-favorites.ts';

/** D33: on into the default folder, off out of every own one. D8: a wanted state is the state afterwards. */
export async function toggleFavorite(
  ctx: Context,
  viewer: Viewer,
  postId: number,
  wanted: boolean | undefined,
): Promise<FavoriteState> {
  await assertPublic(ctx, viewer, postId);
  return ctx.tx(async (trx) => {
    const folder = await lockFavorites(ctx, trx, viewer.uid);
    const held = (await listHolders(trx, viewer.uid, postId)).length > 0;
    const next = wanted ?? !held;
    // Before it is counted, which has to be last; whoever presses knows what they change.
    const { favorite_count } = await getCounts(trx, postId);
    if (next && !held) await save(ctx, trx, viewer, { folder_id: folder.id, post_id: postId });
    if (!next && held)
      await subtractFavorites(trx, await removeFromAllFolders(trx, viewer.uid, postId));
    return { favorited: next, favorite_count: favorite_count + Number(next) - Number(held) };
  });
}

/** Saving what is there already changes nothing, so that a client may simply try again. */
export async function addToFolder(
  ctx: Context,
  viewer: Viewer,
  id: number,
  postId: number,
): Promise<FolderStatus> {
  await assertPublic(ctx, viewer, postId);
  const folderIds = await ctx.tx(async (trx) => {
    const folder = await lockOwnFolder(ctx, trx, viewer, id);
    const held = await listHolders(trx, viewer.uid, postId);
    if (held.includes(folder.id)) return held;
    await save(ctx, trx, viewer, { folder_id: folder.id, post_id: postId });
    return [...held, folder.id].sort((a, b) => a - b);
  });
  return { favorited: true, folder_ids: folderIds };
}

/** Also of a post that is no longer public: the owner must be able to tidy up. */
export async function removeFromFolder(
  ctx: Context,
  viewer: Viewer,
  id: number,
  postId: number,
): Promise<void> {
  await ctx.tx(async (trx) => {
    const folder = await lockOwnFolder(ctx, trx, viewer, id);
    const removal = await removeItem(trx, viewer.uid, folder.id, postId);
    if (removal.items === 0) throw new Refusal('not_found');
    await subtractFavorites(trx, removal);
  });
}

/** In one step, so that the post is never in neither and does not leave the day on which it was saved (D46). */
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
    const held = await listHolders(trx, viewer.uid, post_id);
    if (!held.includes(source.id)) throw new Refusal('not_found');
    if (source.id === target.id) return held;
    await save(ctx, trx, viewer, { folder_id: target.id, post_id });
    await removeItem(trx, viewer.uid, source.id, post_id);
    return listHolders(trx, viewer.uid, post_id);
  });
  return { favorited: true, folder_ids: folderIds };
}

/** What leaves the last folder leaves the day on which the first one took it (D46). */
export function subtractFavorites(trx: Trx, { let_go }: Removal): Promise<void> {
  return changeCountsOfMany(
    trx,
    let_go.map((one) => ({ ...one, favorites: -1 })),
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
 * D30: a post the caller cannot see is not there; one they can see, but not public, is in the wrong state.
 * Nothing holds it public: hidden a moment later, it is saved and unavailable, as if it were the other way
 * round.
 */
async function assertPublic(ctx: Context, viewer: Viewer, postId: number): Promise<void> {
  if (await isPublicPost(ctx.db, postId)) return;
  const { status } = await getPost(ctx, viewer, postId);
  throw new Refusal('wrong_state', { post_status: status });
}
