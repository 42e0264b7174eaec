import { ArrowLeft, Bookmark, Check, Plus } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import type { Page } from '../../platform/http/pagination.ts';
import type { Post } from '../../posts/schema.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Banner } from '../../ui/banner.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icons.tsx';
import { langOf } from '../../ui/lang-of.ts';
import { Layout } from '../../ui/layout.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import type { Folder } from '../schema.ts';
import { FolderTags } from './folder-tags.tsx';
import { NewFolder } from './new-folder.tsx';

type PickerPageProps = {
  visit: PageView;
  post: Pick<Post, 'id' | 'title' | 'status'>;
  folders: Page<Folder>;
  /** The folders with the post. */
  folderIds: number[];
};

/** The member's folders, each with a button that adds or removes the post. */
export function PickerPage({ visit, post, folders, folderIds }: PickerPageProps) {
  const { t, visitor } = visit;
  const { id, title, status } = post;
  const why =
    visitor?.status === 'banned'
      ? t('space.folders.banned')
      : status === 'approved'
        ? null
        : t('space.picker.not_public');
  return (
    <Layout visit={visit} title={t('space.picker.title')}>
      <div class="narrow">
        <p class="back">
          <a href={`/posts/${id}`}>
            <Icon of={ArrowLeft} size={14} />
            {t('space.picker.back')}
          </a>
        </p>
        <h1>{t('space.picker.title')}</h1>
        <p class="lead">{t('space.picker.lead', { title })}</p>
        {why ? (
          <Banner tone="warn">
            <p>{why}</p>
          </Banner>
        ) : null}
        <Picks
          visit={visit}
          postId={id}
          folders={folders}
          folderIds={folderIds}
          disabled={why !== null}
        />
        <div class="picker-foot">
          <NewFolder visit={visit} next={`/posts/${id}/folders#folder-{id}`} />
          <a class="button button-primary" href={`/posts/${id}`}>
            {t('space.picker.done')}
          </a>
        </div>
      </div>
    </Layout>
  );
}

type PicksProps = {
  visit: PageView;
  postId: number;
  folders: Page<Folder>;
  folderIds: number[];
  disabled: boolean;
};

function Picks({ visit, postId, folders, folderIds, disabled }: PicksProps) {
  const { t } = visit;
  const { items, next_cursor } = folders;
  if (items.length === 0) return <EmptyState icon={Bookmark} title={t('space.picker.empty')} />;
  return (
    <section data-pages>
      <ul class="picks" data-list>
        {items.map((folder) => (
          <Pick
            key={folder.id}
            visit={visit}
            postId={postId}
            folder={folder}
            isIn={folderIds.includes(folder.id)}
            disabled={disabled}
          />
        ))}
      </ul>
      {next_cursor ? (
        <LoadMore t={t} href={`/posts/${postId}/folders?cursor=${next_cursor}`} />
      ) : null}
    </section>
  );
}

type PickProps = {
  visit: PageView;
  postId: number;
  folder: Folder;
  isIn: boolean;
  disabled: boolean;
};

function Pick({ visit, postId, folder, isIn, disabled }: PickProps) {
  const { t } = visit;
  const { id, name } = folder;
  return (
    <li id={`folder-${id}`}>
      <ActionForm
        visit={visit}
        action={isIn ? `/folders/${id}/posts/${postId}/delete` : `/folders/${id}/posts`}
      >
        {isIn ? null : <input type="hidden" name="post_id" value={postId} />}
        <button class="pick" type="submit" aria-pressed={isIn} disabled={disabled}>
          <span class="pick-mark">
            <Icon of={isIn ? Check : Plus} size={16} />
          </span>
          <span class="pick-text">
            <span class="pick-name" lang={langOf(folder.lang, visit.locale)}>
              {name}
            </span>
            <span class="meta">{isIn ? t('space.picker.in') : t('space.picker.out')}</span>
          </span>
        </button>
      </ActionForm>
      <FolderTags visit={visit} folder={folder} />
    </li>
  );
}
