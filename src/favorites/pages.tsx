import { PAGE_LIMIT_MAX } from '../platform/db/keyset.ts';
import type { App } from '../platform/http/app-types.ts';
import {
  asPage,
  idOf,
  type PageView,
  pageViewOf,
  paramOf,
  queryOf,
  routedIdFrom,
  sendPage,
} from '../platform/http/page.ts';
import { CursorQuery } from '../platform/http/pagination.ts';
import { openPost } from '../posts/actions/open-post.ts';
import { PreviewTags } from '../sharing/views/preview-tags.tsx';
import type { UserCard } from '../users/schema.ts';
import {
  countFoldersOf,
  getFolder,
  getFolderStatus,
  listFilledFolders,
  listFolderItems,
  listFoldersOf,
} from './actions/read-folders.ts';
import { folderPath } from './rules.ts';
import type { Folder } from './schema.ts';
import { FolderPage } from './views/folder-page.tsx';
import { PickerPage } from './views/picker-page.tsx';

/** The page of a folder, and the page that chooses folders for a post. */
export function folderPages(app: App): void {
  app.get('/folders/:id', asPage('optional', CursorQuery), async (request, reply) => {
    const { ctx, viewer } = request;
    const { folder, owner } = await getFolder(ctx, viewer, routedIdFrom(paramOf(request, 'id')));
    const { id } = folder;
    const own = viewer !== null && viewer.uid === owner.uid;
    const [items, filled, total, folders] = await Promise.all([
      listFolderItems(ctx, viewer, { owner: owner.uid, id }, queryOf(CursorQuery, request)),
      listFilledFolders(ctx, viewer, owner.uid, id),
      countFoldersOf(ctx, viewer, owner.uid),
      own ? listFoldersOf(ctx, viewer, owner.uid, { limit: PAGE_LIMIT_MAX }) : undefined,
    ]);
    const visit = pageViewOf(request);
    const page = (
      <FolderPage
        visit={visit}
        folder={folder}
        owner={owner}
        items={items}
        others={folders?.items.filter((one) => one.id !== id)}
        more={{ filled, total }}
        head={
          folder.is_public ? <FolderPreview visit={visit} folder={folder} owner={owner} /> : null
        }
      />
    );
    return sendPage(reply, page);
  });

  /** The favorite button opens it without scripts, or if there are more folders than the menu shows. */
  app.get('/posts/:id/folders', asPage('member', CursorQuery), async (request, reply) => {
    const { ctx, member } = request;
    const id = idOf(request);
    const post = await openPost(ctx, member, id);
    const [{ folder_ids }, folders] = await Promise.all([
      getFolderStatus(ctx, member, id),
      listFoldersOf(ctx, member, member.uid, {
        limit: PAGE_LIMIT_MAX,
        ...queryOf(CursorQuery, request),
      }),
    ]);
    const page = (
      <PickerPage
        visit={pageViewOf(request)}
        post={post}
        folders={folders}
        folderIds={folder_ids}
      />
    );
    return sendPage(reply, page);
  });
}

type FolderPreviewProps = { visit: PageView; folder: Folder; owner: UserCard };

function FolderPreview({ visit, folder, owner }: FolderPreviewProps) {
  return (
    <PreviewTags
      visit={visit}
      type="website"
      title={`${folder.name} · ${visit.t('space.folders.owner', { name: owner.name })}`}
      description={folder.description}
      path={folderPath(owner.uid, folder.id)}
    />
  );
}
