import { ArrowLeft, Bookmark } from 'lucide-static';
import type { ComponentChildren } from 'preact';
import type { PageView } from '../../platform/http/page.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icons.tsx';
import { langOf } from '../../ui/lang-of.ts';
import { Layout } from '../../ui/layout.tsx';
import { LevelSeal } from '../../ui/level-seal.tsx';
import { nextPage } from '../../ui/list-address.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import type { UserCard } from '../../users/schema.ts';
import type { FilledFolder } from '../actions/read-folders.ts';
import { folderPath } from '../rules.ts';
import type { Folder, FolderItem } from '../schema.ts';
import { FolderItemRow } from './folder-item.tsx';
import { FolderRail } from './folder-rail.tsx';
import { FolderTags } from './folder-tags.tsx';
import { FolderTools } from './folder-tools.tsx';

type FolderPageProps = {
  visit: PageView;
  folder: Folder;
  owner: UserCard;
  items: Page<FolderItem>;
  /** The owner's folders to which an item can be moved; undefined for other viewers. */
  others: Folder[] | undefined;
  /** Other folders of the owner, and how many folders they have. */
  more: { filled: FilledFolder[]; total: number };
  /** For link previews. */
  head: ComponentChildren;
};

export function FolderPage(props: FolderPageProps) {
  const { visit, folder, owner, items, others, more, head } = props;
  const { t } = visit;
  const own = others !== undefined;
  const lang = langOf(folder.lang, visit.locale);
  const path = folderPath(owner.uid, folder.id);
  const byName = t('space.folders.owner', { name: owner.name });
  return (
    <Layout
      visit={visit}
      title={`${folder.name} · ${byName}`}
      {...(folder.description ? { description: folder.description } : {})}
      canonical={path}
      head={head}
    >
      <p class="back">
        <a href={`/space/${owner.uid}?tab=favorites`}>
          <Icon of={ArrowLeft} size={14} />
          {own ? t('space.folders.back') : byName}
        </a>
      </p>
      <header class="folder-head">
        <div class="folder-title">
          <h1 lang={lang}>{folder.name}</h1>
          {folder.description ? (
            <p class="lead" lang={lang}>
              {folder.description}
            </p>
          ) : null}
          <div class="folder-about">
            {own ? null : <Owner owner={owner} />}
            {own ? <FolderTags visit={visit} folder={folder} /> : null}
          </div>
        </div>
        {own ? <FolderTools visit={visit} folder={folder} uid={owner.uid} /> : null}
      </header>
      <div class="space-columns">
        <section class="space-main" data-pages>
          {items.items.length === 0 ? (
            <NothingSaved visit={visit} own={own} />
          ) : (
            <>
              <ol class="post-list" data-list>
                {items.items.map((item) => (
                  <FolderItemRow
                    key={item.post_id}
                    visit={visit}
                    path={path}
                    item={item}
                    others={others}
                  />
                ))}
              </ol>
              <LoadMore t={t} href={nextPage(path, {}, items.next_cursor)} />
            </>
          )}
        </section>
        {more.filled.length > 0 ? (
          <aside class="space-rail" aria-label={t('space.rail.about', { name: owner.name })}>
            <FolderRail
              visit={visit}
              uid={owner.uid}
              heading={t('space.rail.more_folders')}
              {...more}
            />
          </aside>
        ) : null}
      </div>
    </Layout>
  );
}

function Owner({ owner }: { owner: UserCard }) {
  return (
    <a class="folder-owner" href={`/space/${owner.uid}`}>
      <Avatar user={owner} size={24} />
      {owner.name}
      <LevelSeal level={owner.level} />
    </a>
  );
}

function NothingSaved({ visit, own }: { visit: PageView; own: boolean }) {
  const { t } = visit;
  if (!own) return <EmptyState icon={Bookmark} title={t('space.folders.items_empty')} />;
  return (
    <EmptyState icon={Bookmark} title={t('space.folders.items_empty_own')}>
      <a class="button" href="/">
        {t('space.folders.items_empty_own_action')}
      </a>
    </EmptyState>
  );
}
