import { randomUUID } from 'node:crypto';
import { FolderPlus } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { SubmitButton } from '../../ui/form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Popover } from '../../ui/popover.tsx';
import { FolderForm } from './folder-form.tsx';

type NewFolderProps = {
  visit: PageView;
  /** Where to go with the new folder; `{id}` is its id. */
  next?: string;
};

export function NewFolder({ visit, next }: NewFolderProps) {
  const { t, visitor } = visit;
  if (visitor?.status === 'banned') {
    return (
      <>
        <button class="button" type="button" disabled aria-describedby="new-folder-why">
          <Icon of={FolderPlus} size={16} />
          {t('space.folders.new')}
        </button>{' '}
        <span class="meta" id="new-folder-why">
          {t('space.folders.banned')}
        </span>
      </>
    );
  }
  return (
    <Popover
      id="new-folder"
      class="folder-popover"
      button={
        <>
          <Icon of={FolderPlus} size={16} />
          {t('space.folders.new')}
        </>
      }
    >
      <FolderForm
        visit={visit}
        id="new"
        action="/folders"
        once={randomUUID()}
        values={{ name: '', description: '', is_public: true }}
        {...(next ? { next } : {})}
      >
        <button class="button" type="button" popovertarget="new-folder" popovertargetaction="hide">
          {t('space.folders.cancel')}
        </button>
        <SubmitButton>{t('space.folders.create')}</SubmitButton>
      </FolderForm>
    </Popover>
  );
}
