import { EllipsisVertical, EyeOff, FolderInput, FolderMinus } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { PostCard } from '../../posts/views/post-list.tsx';
import { ActionForm } from '../../ui/action-form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Popover } from '../../ui/popover.tsx';
import { formatRelativeTime } from '../../ui/time.tsx';
import type { Folder, FolderItem } from '../schema.ts';

type FolderItemRowProps = {
  visit: PageView;
  /** Of the folder. */
  path: string;
  item: FolderItem;
  /** Undefined for viewers other than the owner. */
  others: Folder[] | undefined;
};

/** D33: the owner still sees a post that is no longer public, and can remove it. */
export function FolderItemRow({ visit, path, item, others }: FolderItemRowProps) {
  const { t } = visit;
  const { post } = item;
  return (
    <li class="folder-item">
      {post ? (
        <PostCard visit={visit} post={post} />
      ) : (
        <div class="folder-gone">
          <Icon of={EyeOff} />
          <div>
            <p>{t('space.folders.gone')}</p>
            <p class="meta">{t('space.folders.gone_hint')}</p>
          </div>
        </div>
      )}
      {others ? <ItemTools visit={visit} path={path} item={item} others={others} /> : null}
    </li>
  );
}

/** Folders in the menu; a separate page shows more. */
const TARGETS_SHOWN = 6;

type ItemToolsProps = { visit: PageView; path: string; item: FolderItem; others: Folder[] };

function ItemTools({ visit, path, item, others }: ItemToolsProps) {
  const { t, locale, now, visitor } = visit;
  const { post_id, post, saved_at } = item;
  const saved = t('space.folders.saved_at', { ago: formatRelativeTime(saved_at, now, locale) });
  const label = post
    ? t('space.folders.item_menu', { title: post.title })
    : t('space.folders.item_menu_gone');
  return (
    <div class="folder-item-line">
      <time class="meta" dateTime={saved_at}>
        {saved}
      </time>
      {visitor?.status === 'banned' ? null : (
        <Popover
          id={`item-${post_id}`}
          class="menu"
          buttonClass="icon-button"
          label={label}
          button={<Icon of={EllipsisVertical} />}
        >
          <MoveTargets visit={visit} path={path} item={item} others={others} />
          <ActionForm visit={visit} action={`${path}/posts/${post_id}/delete`} class="menu-form">
            <button class="menu-item" type="submit">
              <Icon of={FolderMinus} size={16} />
              {t('space.folders.remove')}
            </button>
          </ActionForm>
        </Popover>
      )}
    </div>
  );
}

function MoveTargets({ visit, path, item, others }: ItemToolsProps) {
  const { t } = visit;
  if (others.length === 0) return <p class="meta item-menu-note">{t('space.folders.move_none')}</p>;
  return (
    <ActionForm visit={visit} action={`${path}/posts/${item.post_id}/update`}>
      <p class="meta item-menu-note">{t('space.folders.move_to')}</p>
      {others.slice(0, TARGETS_SHOWN).map((other) => (
        <button
          key={other.id}
          class="menu-item"
          type="submit"
          name="folder_id"
          value={String(other.id)}
        >
          <Icon of={FolderInput} size={16} />
          <span class="item-menu-text">{other.name}</span>
        </button>
      ))}
      {others.length > TARGETS_SHOWN && item.post ? (
        <a class="menu-item" href={`/posts/${item.post_id}/folders`}>
          {t('space.folders.more_folders')}
        </a>
      ) : null}
    </ActionForm>
  );
}
