import type { VNode } from 'preact';
import { listFoldersOf, previewFolders } from '../../favorites/actions/read-folders.ts';
import { FolderGrid } from '../../favorites/views/folder-grid.tsx';
import { spaceHref } from '../views/space-links.ts';
import { spaceRail } from './rail.tsx';
import type { Space, SpaceQuery } from './space.tsx';

/** D33: all folders for the owner, public ones for visitors. */
export async function favoritesTab(space: Space, query: SpaceQuery): Promise<VNode> {
  const [grid, rail] = await Promise.all([
    folderGrid(space, query),
    spaceRail(space, { folders: false }),
  ]);
  return (
    <div class="space-columns">
      <div class="space-main">{grid}</div>
      {rail}
    </div>
  );
}

async function folderGrid(space: Space, { cursor }: SpaceQuery): Promise<VNode> {
  const { ctx, visit, viewer, profile, own } = space;
  const { uid } = profile;
  const page = await listFoldersOf(ctx, viewer, uid, cursor ? { cursor } : {});
  const ids = page.items.map((folder) => folder.id);
  const previews = await previewFolders(ctx, viewer, uid, ids);
  const { next_cursor } = page;
  return (
    <FolderGrid
      visit={visit}
      uid={uid}
      folders={page.items}
      previews={previews}
      own={own !== null}
      next={next_cursor ? spaceHref(uid, { tab: 'favorites', cursor: next_cursor }) : null}
    />
  );
}
