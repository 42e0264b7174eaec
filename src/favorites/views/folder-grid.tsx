import { Bookmark } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import type { FolderPreview } from '../actions/read-folders.ts';
import type { Folder } from '../schema.ts';
import { FolderTile } from './folder-tile.tsx';
import { NewFolder } from './new-folder.tsx';

type FolderGridProps = {
  visit: PageView;
  uid: number;
  folders: Folder[];
  /** By folder. */
  previews: ReadonlyMap<number, FolderPreview>;
  own: boolean;
  /** The address of the next page. */
  next: string | null;
};

/** Somebody's folders. */
export function FolderGrid({ visit, uid, folders, previews, own, next }: FolderGridProps) {
  const { t } = visit;
  return (
    <section data-pages>
      {own ? (
        <div class="folders-head">
          <NewFolder visit={visit} />
        </div>
      ) : null}
      {folders.length === 0 ? (
        <NoFolders visit={visit} own={own} />
      ) : (
        <>
          <ul class="folders" data-list>
            {folders.map((folder) => (
              <FolderTile
                key={folder.id}
                visit={visit}
                uid={uid}
                folder={folder}
                preview={previews.get(folder.id)}
              />
            ))}
          </ul>
          {next ? <LoadMore t={t} href={next} /> : null}
        </>
      )}
    </section>
  );
}

function NoFolders({ visit, own }: { visit: PageView; own: boolean }) {
  const { t } = visit;
  if (!own) return <EmptyState icon={Bookmark} title={t('space.folders.empty')} />;
  return (
    <EmptyState icon={Bookmark} title={t('space.folders.empty_own')}>
      <a class="button" href="/">
        {t('space.folders.empty_own_action')}
      </a>
    </EmptyState>
  );
}
