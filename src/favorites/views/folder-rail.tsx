import type { PageView } from '../../platform/http/page.ts';
import type { FilledFolder } from '../actions/read-folders.ts';
import { FolderTile } from './folder-tile.tsx';

type FolderRailProps = {
  visit: PageView;
  uid: number;
  heading: string;
  filled: FilledFolder[];
  /** All that the viewer sees. */
  total: number;
};

/** A few of somebody's folders, beside a list. */
export function FolderRail({ visit, uid, heading, filled, total }: FolderRailProps) {
  return (
    <section class="rail-block" aria-labelledby="rail-folders">
      <div class="rail-head">
        <h2 id="rail-folders">{heading}</h2>
        <a href={`/space/${uid}?tab=favorites`}>
          {visit.t('space.rail.all_folders', { count: total })}
        </a>
      </div>
      <ul class="folders">
        {filled.map(({ folder, preview }) => (
          <FolderTile key={folder.id} visit={visit} uid={uid} folder={folder} preview={preview} />
        ))}
      </ul>
    </section>
  );
}
