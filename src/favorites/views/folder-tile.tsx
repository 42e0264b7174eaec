import { Lock } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { Icon } from '../../ui/icons.tsx';
import { langOf } from '../../ui/lang-of.ts';
import type { FolderPreview } from '../actions/read-folders.ts';
import { folderPath } from '../rules.ts';
import type { Folder } from '../schema.ts';
import { Collage } from './collage.tsx';
import { countOf } from './folder-tags.tsx';

type FolderTileProps = {
  visit: PageView;
  uid: number;
  folder: Folder;
  preview: FolderPreview | undefined;
};

/** A folder as a picture of its newest posts, its name and how many there are. */
export function FolderTile({ visit, uid, folder, preview }: FolderTileProps) {
  const { t } = visit;
  const { id, name, description, is_public } = folder;
  const lang = langOf(folder.lang, visit.locale);
  const count = countOf(visit, folder, preview);
  return (
    <li class="folder">
      <Collage preview={preview} />
      <p class="folder-name">
        <a href={folderPath(uid, id)} lang={lang} data-stop>
          {name}
        </a>
        {is_public ? null : (
          <span title={t('space.folders.private')}>
            <Icon of={Lock} size={13} />
            <span class="visually-hidden"> {t('space.folders.private')}</span>
          </span>
        )}
      </p>
      <p class="meta">{count}</p>
      {description ? (
        <p class="folder-description" lang={lang}>
          {description}
        </p>
      ) : null}
    </li>
  );
}
