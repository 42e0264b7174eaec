import { Globe, Lock } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { Icon } from '../../ui/icons.tsx';
import { Tag } from '../../ui/tag.tsx';
import type { FolderPreview } from '../actions/read-folders.ts';
import type { Folder } from '../schema.ts';

/** D33: the owner sees the number of all items, others the number of public posts. */
export function countOf(
  { t }: PageView,
  { item_count }: Folder,
  preview: FolderPreview | undefined,
): string {
  const count = item_count ?? preview?.posts ?? 0;
  const isMore = item_count === null && preview?.more;
  return isMore ? t('space.folders.count_more', { count }) : t('space.folders.count', { count });
}

type FolderTagsProps = { visit: PageView; folder: Folder };

/** D33: the number of posts and the visibility, for the owner only. */
export function FolderTags({ visit, folder }: FolderTagsProps) {
  const { t } = visit;
  const { is_public, is_default } = folder;
  return (
    <p class="folder-tags">
      <span class="meta">{countOf(visit, folder, undefined)}</span>
      <Tag tone={is_public ? 'info' : 'lock'}>
        <Icon of={is_public ? Globe : Lock} size={12} />{' '}
        {is_public ? t('space.folders.public') : t('space.folders.private')}
      </Tag>
      {is_default ? <Tag>{t('space.folders.default')}</Tag> : null}
    </p>
  );
}
