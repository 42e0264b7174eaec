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
import { getVisiblePost } from '../../posts/actions/hold-post.ts';
import { listPublicSummaries } from '../../posts/actions/summaries.ts';
import { Refusal } from '../../refusals.ts';
import { getUser } from '../../users/actions.ts';
import type { Folder, FolderItem, FolderStatus } from '../schema.ts';
import { type FolderRow, findReadableFolder, listFolders } from '../store/folders.ts';
import { listHolders, listItems } from '../store/items.ts';

/** The folders of a member: all for themselves, the public ones for everybody else. */
export async function listFoldersOf(
  ctx: Context,
  viewer: Viewer | null,
  uid: number,
  request: PageRequest,
): Promise<Page<Folder>> {
  await getUser(ctx.db, uid);
  const page = readPage(Id, request);
  const rows = await listFolders(ctx.db, uid, viewer?.uid === uid ? 'all' : 'public', page);
  return toPage(
    rows,
    page.limit,
    (row) => row.id,
    (row) => presentFolder(ctx, viewer, row),
  );
}

/** D33: a post that is no longer public stays for the owner, as unavailable; others see no sign of it. */
export async function listFolderItems(
  ctx: Context,
  viewer: Viewer | null,
  id: number,
  request: PageRequest,
): Promise<Page<FolderItem>> {
  const page = readPage(TimeKey, request);
  const folder = await findReadableFolder(ctx.db, viewer?.uid ?? null, id);
  if (!folder) throw new Refusal('not_found');
  const own = folder.uid === viewer?.uid;
  const rows = await listItems(ctx.db, id, own ? 'all' : 'public', page);
  const posts = await listPublicSummaries(
    ctx,
    ctx.db,
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
  await getVisiblePost(ctx.db, viewer, postId);
  const folderIds = viewer ? await listHolders(ctx.db, viewer.uid, postId) : [];
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
