import { Globe, Lock } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { Icon } from '../../ui/icons.tsx';
import { Tag } from '../../ui/tag.tsx';
import type { Folder } from '../schema.ts';

type FolderTagsProps = { visit: PageView; folder: Folder; own: boolean };

/** D33: the number of posts and the visibility, for the owner only. */
export function FolderTags({ visit, folder, own }: FolderTagsProps) {
  const { t } = visit;
  const { item_count, is_public, is_default } = folder;
  if (!own) return null;
  return (
    <p class="folder-tags">
      {item_count === null ? null : (
        <span class="meta">{t('space.folders.count', { count: item_count })}</span>
      )}
      <Tag tone={is_public ? 'info' : 'lock'}>
        <Icon of={is_public ? Globe : Lock} size={12} />{' '}
        {is_public ? t('space.folders.public') : t('space.folders.private')}
      </Tag>
      {is_default ? <Tag>{t('space.folders.default')}</Tag> : null}
    </p>
  );
}
