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
import { listHolders, listItems, listLatestItems } from '../store/items.ts';

/** More than a collage holds, because not every post has a cover. */
const GLIMPSE_POSTS = 10;

/** The folders of a member: all for themselves, the public ones for everybody else. */
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

/** A public or an own folder, with whose it is; any other is not there (A04). */
export async function getFolder(
  ctx: Context,
  viewer: Viewer | null,
  id: number,
): Promise<{ folder: Folder; owner: UserCard }> {
  const row = await findReadableFolder(ctx.readDb, viewer?.uid ?? null, id);
  if (!row) throw new Refusal('not_found');
  return { folder: presentFolder(ctx, viewer, row), owner: presentCard(ctx, row) };
}

/** What can be seen of a folder from outside: a few covers and titles of the newest posts in it. */
export type FolderPreview = { covers: string[]; titles: string[] };

/**
 * Of posts that everybody sees, for a page of folders at once. Only a few posts of each are looked at, so that a
 * folder of thousands costs what a small one does.
 */
export async function previewFolders(
  ctx: Context,
  folderIds: number[],
): Promise<Map<number, FolderPreview>> {
  const items = await listLatestItems(ctx.readDb, folderIds, GLIMPSE_POSTS);
  const ids = [...new Set(items.map((item) => item.post_id))];
  const posts = await listPublicSummaries(ctx, ctx.readDb, ids);
  const seen = new Map<number, FolderPreview>();
  for (const { folder_id, post_id } of items) {
    const post = posts.get(post_id);
    if (!post) continue;
    const { covers, titles } = seen.get(folder_id) ?? { covers: [], titles: [] };
    seen.set(folder_id, {
      covers: post.cover_url ? [...covers, post.cover_url] : covers,
      titles: [...titles, post.title],
    });
  }
  return seen;
}

/** D33: a post that is no longer public stays for the owner, as unavailable; others see no sign of it. */
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
  // A post may be hidden between the two reads; to others it must not show even then.
  return { items: own ? items : items.filter((item) => item.available), next_cursor };
}

export async function getFolderStatus(
  ctx: Context,
  viewer: Viewer | null,
  postId: number,
): Promise<FolderStatus> {
  await getVisiblePost(ctx.readDb, viewer, postId);
  const folderIds = viewer ? await listHolders(ctx.readDb, viewer.uid, postId) : [];
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
