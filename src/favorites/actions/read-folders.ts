import { hiddenFrom, isClosedTo } from '../../blocks/rules.ts';
import type { Context, Viewer } from '../../context.ts';
import {
  idOf,
  type Page,
  type PageRequest,
  readPage,
  TimeKey,
  timeKeyOf,
  toPage,
} from '../../platform/http/pagination.ts';
import { findOwner, type RoutedId } from '../../platform/http/routed-id.ts';
import { Id } from '../../platform/http/validation.ts';
import { translator } from '../../platform/i18n.ts';
import type { Language } from '../../platform/language/languages.ts';
import { getVisiblePost } from '../../posts/actions/lock-post.ts';
import { listPublicSummaries } from '../../posts/actions/summaries.ts';
import { Refusal } from '../../refusals.ts';
import { getUser } from '../../users/actions/find-user.ts';
import { presentCard } from '../../users/actions/present-user.ts';
import type { UserCard } from '../../users/schema.ts';
import type { Folder, FolderItem, FolderStatus } from '../schema.ts';
import {
  countFolders,
  type FolderRow,
  findFolderOwner,
  findReadableFolder,
  listFolders,
} from '../store/folders.ts';
import { countPublicItems, listFolderIds, listItems, listLatestItems } from '../store/items.ts';

/** More than a collage shows, because not every post has a cover. */
const PREVIEW_POSTS = 10;
/** What a collage shows. */
const TILES = 3;
/** D33: others see the number of public posts, counted so far. */
const COUNTED_POSTS = 99;
/** Folders beside a list; more are read, because empty ones are left out. */
const RAIL_FOLDERS = 4;
const RAIL_FOLDERS_READ = 8;

/** The folders of a member: all for the member, the public ones for other viewers. */
export async function listFoldersOf(
  ctx: Context,
  viewer: Viewer | null,
  uid: number,
  request: PageRequest,
): Promise<Page<Folder>> {
  await getUser(ctx.readDb, uid);
  const page = readPage(Id, request);
  if (isClosedTo(viewer, uid)) return { items: [], next_cursor: null };
  const rows = await listFolders(ctx.readDb, uid, viewer?.uid === uid ? 'all' : 'public', page);
  return toPage(rows, page.limit, idOf, (row) => presentFolder(ctx, viewer, row));
}

/** How many the viewer sees. */
export function countFoldersOf(ctx: Context, viewer: Viewer | null, uid: number): Promise<number> {
  if (isClosedTo(viewer, uid)) return Promise.resolve(0);
  return countFolders(ctx.readDb, uid, viewer?.uid === uid ? 'all' : 'public');
}

/** A04: a public or an own folder with its owner; any other is not found. */
export async function getFolder(
  ctx: Context,
  viewer: Viewer | null,
  address: RoutedId,
): Promise<{ folder: Folder; owner: UserCard }> {
  const row = await getReadableFolder(ctx, viewer, address);
  return { folder: presentFolder(ctx, viewer, row), owner: presentCard(ctx, row) };
}

async function getReadableFolder(ctx: Context, viewer: Viewer | null, address: RoutedId) {
  const uid = await findOwner(address, (id) => findFolderOwner(ctx.readDb, id));
  const folder = { uid, id: address.id };
  const row = await findReadableFolder(ctx.readDb, viewer?.uid ?? null, folder);
  if (!row) throw new Refusal('not_found');
  if (isClosedTo(viewer, uid)) throw new Refusal('hidden_by_you');
  return row;
}

/** The newest public posts of a folder, to draw it from, and how many of its last posts are public. */
export type FolderPreview = {
  tiles: { title: string; cover_url: string | null }[];
  posts: number;
  /** There are more posts than were counted. */
  more: boolean;
};

/**
 * Previews of many folders of a member, from their public posts. Reads only a few posts of each, so that a folder of thousands costs
 * as much as a small one. Posts with a cover come first.
 */
export async function previewFolders(
  ctx: Context,
  viewer: Viewer | null,
  uid: number,
  folderIds: number[],
): Promise<Map<number, FolderPreview>> {
  const [items, counts] = await Promise.all([
    listLatestItems(ctx.readDb, uid, folderIds, PREVIEW_POSTS),
    countPublicItems(ctx.readDb, uid, folderIds, COUNTED_POSTS + 1),
  ]);
  const ids = [...new Set(items.map((item) => item.post_id))];
  const posts = await listPublicSummaries(ctx, viewer, ctx.readDb, ids);
  return new Map(
    folderIds.map((id) => {
      const shown = items.flatMap((item) => {
        const post = item.folder_id === id ? posts.get(item.post_id) : undefined;
        return post ? [{ title: post.title, cover_url: post.cover_url }] : [];
      });
      const tiles = [
        ...shown.filter((tile) => tile.cover_url),
        ...shown.filter((tile) => !tile.cover_url),
      ].slice(0, TILES);
      const count = counts.get(id) ?? 0;
      return [id, { tiles, posts: Math.min(count, COUNTED_POSTS), more: count > COUNTED_POSTS }];
    }),
  );
}

export type FilledFolder = { folder: Folder; preview: FolderPreview };

/** The first folders that have a public post, to show beside a list; without the one that is open. */
export async function listFilledFolders(
  ctx: Context,
  viewer: Viewer | null,
  uid: number,
  open?: number,
): Promise<FilledFolder[]> {
  const { items } = await listFoldersOf(ctx, viewer, uid, { limit: RAIL_FOLDERS_READ });
  const others = items.filter(({ id }) => id !== open);
  if (others.length === 0) return [];
  const previews = await previewFolders(
    ctx,
    viewer,
    uid,
    others.map(({ id }) => id),
  );
  return others
    .flatMap((folder) => {
      const preview = previews.get(folder.id);
      return preview && preview.tiles.length > 0 ? [{ folder, preview }] : [];
    })
    .slice(0, RAIL_FOLDERS);
}

/** D33: the owner sees a post that is no longer public as unavailable; other viewers do not see it at all. */
export async function listFolderItems(
  ctx: Context,
  viewer: Viewer | null,
  address: RoutedId,
  request: PageRequest,
): Promise<Page<FolderItem>> {
  const page = readPage(TimeKey, request);
  const folder = await getReadableFolder(ctx, viewer, address);
  const own = folder.uid === viewer?.uid;
  const rows = await listItems(
    ctx.readDb,
    folder,
    own ? 'all' : { hidden: hiddenFrom(viewer) },
    page,
  );
  const posts = await listPublicSummaries(
    ctx,
    viewer,
    ctx.readDb,
    rows.map((row) => row.post_id),
  );
  const { items, next_cursor } = toPage(
    rows,
    page.limit,
    timeKeyOf('created_at', 'post_id'),
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
    // The default folder is called by its reader's language until it is renamed.
    lang: row.name ? (row.lang as Language | null) : null,
    is_public: row.is_public,
    is_default: row.is_default,
    item_count: row.uid === viewer?.uid ? row.item_count : null,
    created_at: row.created_at.toISOString(),
  };
}
