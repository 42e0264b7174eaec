import type { Context, Viewer } from '../../context.ts';
import {
  type Page,
  type PageRequest,
  readPage,
  TimeKey,
  toPage,
} from '../../platform/http/pagination.ts';
import { Id } from '../../platform/http/validation.ts';
import { translator } from '../../platform/i18n.ts';
import { getVisiblePost } from '../../posts/actions/lock-post.ts';
import { listPublicSummaries } from '../../posts/actions/summaries.ts';
import { Refusal } from '../../refusals.ts';
import { getUser } from '../../users/actions/find-user.ts';
import { presentCard } from '../../users/actions/present-user.ts';
import type { UserCard } from '../../users/schema.ts';
import type { Folder, FolderItem, FolderStatus } from '../schema.ts';
import { type FolderRow, findReadableFolder, listFolders } from '../store/folders.ts';
import { listFolderIds, listItems, listLatestItems } from '../store/items.ts';

/** More than a collage shows, because not every post has a cover. */
const PREVIEW_POSTS = 10;

/** The folders of a member: all for the member, the public ones for other viewers. */
export async function listFoldersOf(
  ctx: Context,
  viewer: Viewer | null,
  uid: number,
  request: PageRequest,
): Promise<Page<Folder>> {
  await getUser(ctx.readDb, uid);
  const page = readPage(Id, request);
  const rows = await listFolders(ctx.readDb, uid, viewer?.uid === uid ? 'all' : 'public', page);
  return toPage(
    rows,
    page.limit,
    (row) => row.id,
    (row) => presentFolder(ctx, viewer, row),
  );
}

/** A04: a public or an own folder with its owner; any other is not found. */
export async function getFolder(
  ctx: Context,
  viewer: Viewer | null,
  id: number,
): Promise<{ folder: Folder; owner: UserCard }> {
  const row = await findReadableFolder(ctx.readDb, viewer?.uid ?? null, id);
  if (!row) throw new Refusal('not_found');
  return { folder: presentFolder(ctx, viewer, row), owner: presentCard(ctx, row) };
}

/** A few covers and titles of the newest posts in a folder. */
export type FolderPreview = { covers: string[]; titles: string[] };

/**
 * Previews of many folders, from their public posts. Reads only a few posts of each, so that a folder of thousands costs
 * as much as a small one.
 */
export async function previewFolders(
  ctx: Context,
  folderIds: number[],
): Promise<Map<number, FolderPreview>> {
  const items = await listLatestItems(ctx.readDb, folderIds, PREVIEW_POSTS);
  const ids = [...new Set(items.map((item) => item.post_id))];
  const posts = await listPublicSummaries(ctx, ctx.readDb, ids);
  const previews = new Map<number, FolderPreview>();
  for (const { folder_id, post_id } of items) {
    const post = posts.get(post_id);
    if (!post) continue;
    const { covers, titles } = previews.get(folder_id) ?? { covers: [], titles: [] };
    previews.set(folder_id, {
      covers: post.cover_url ? [...covers, post.cover_url] : covers,
      titles: [...titles, post.title],
    });
  }
  return previews;
}

/** D33: the owner sees a post that is no longer public as unavailable; other viewers do not see it at all. */
export async function listFolderItems(
  ctx: Context,
  viewer: Viewer | null,
  id: number,
  request: PageRequest,
): Promise<Page<FolderItem>> {
  const page = readPage(TimeKey, request);
  const folder = await findReadableFolder(ctx.readDb, viewer?.uid ?? null, id);
  if (!folder) throw new Refusal('not_found');
  const own = folder.uid === viewer?.uid;
  const rows = await listItems(ctx.readDb, id, own ? 'all' : 'public', page);
  const posts = await listPublicSummaries(
    ctx,
    ctx.readDb,
    rows.map((row) => row.post_id),
  );
  const { items, next_cursor } = toPage(
    rows,
    page.limit,
    (row) => [row.created_at.toISOString(), row.post_id],
    (row) => ({
      post_id: row.post_id,
      available: posts.has(row.post_id),
      post: posts.get(row.post_id) ?? null,
      saved_at: row.created_at.toISOString(),
    }),
  );
  // A post may be hidden between the two reads; other viewers must not see it even then.
  return { items: own ? items : items.filter((item) => item.available), next_cursor };
}

export async function getFolderStatus(
  ctx: Context,
  viewer: Viewer | null,
  postId: number,
): Promise<FolderStatus> {
  await getVisiblePost(ctx.readDb, viewer, postId);
  const folderIds = viewer ? await listFolderIds(ctx.readDb, viewer.uid, postId) : [];
  return { favorited: folderIds.length > 0, folder_ids: folderIds };
}

export function presentFolder(ctx: Context, viewer: Viewer | null, row: FolderRow): Folder {
  return {
    id: row.id,
    name: row.name || translator(ctx.locale)('favorites.default_folder'),
    description: row.description,
    is_public: row.is_public,
    is_default: row.is_default,
    item_count: row.uid === viewer?.uid ? row.item_count : null,
    created_at: row.created_at.toISOString(),
  };
}
