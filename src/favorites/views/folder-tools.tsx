import { PencilLine, Trash2 } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { SubmitButton } from '../../ui/form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Popover } from '../../ui/popover.tsx';
import { folderPath } from '../rules.ts';
import type { Folder } from '../schema.ts';
import { FolderForm } from './folder-form.tsx';

type FolderToolsProps = { visit: PageView; folder: Folder; uid: number };

/** The owner's actions on a folder. Unavailable ones stay visible, with the reason. */
export function FolderTools({ visit, folder, uid }: FolderToolsProps) {
  const { t, visitor } = visit;
  const why =
    visitor?.status === 'banned'
      ? t('space.folders.banned')
      : folder.is_default
        ? t('space.folders.default_stays')
        : null;
  return (
    <div class="folder-tools">
      <div class="row">
        {visitor?.status === 'banned' ? (
          <button class="button" type="button" disabled aria-describedby="folder-why">
            <Icon of={PencilLine} size={16} />
            {t('space.folders.edit')}
          </button>
        ) : (
          <EditFolder visit={visit} folder={folder} uid={uid} />
        )}
        {why ? (
          <button class="button" type="button" disabled aria-describedby="folder-why">
            <Icon of={Trash2} size={16} />
            {t('space.folders.delete')}
          </button>
        ) : (
          <DeleteFolder visit={visit} folder={folder} uid={uid} />
        )}
      </div>
      {why ? (
        <p class="meta" id="folder-why">
          {why}
        </p>
      ) : null}
    </div>
  );
}

function EditFolder({ visit, folder, uid }: FolderToolsProps) {
  const { t } = visit;
  const { id, name, description, is_public, is_default } = folder;
  const path = folderPath(uid, id);
  // A default folder without a name is shown with this one, in the viewer's language.
  const unnamed = t('favorites.default_folder');
  const isUnnamed = is_default && name === unnamed;
  return (
    <Popover
      id="edit-folder"
      class="folder-popover"
      button={
        <>
          <Icon of={PencilLine} size={16} />
          {t('space.folders.edit')}
        </>
      }
    >
      <FolderForm
        visit={visit}
        id="edit"
        action={`${path}/update`}
        next={path}
        values={{ name: isUnnamed ? '' : name, description, is_public }}
        {...(isUnnamed ? { unnamed } : {})}
      >
        <button class="button" type="button" popovertarget="edit-folder" popovertargetaction="hide">
          {t('space.folders.cancel')}
        </button>
        <SubmitButton>{t('space.folders.save')}</SubmitButton>
      </FolderForm>
    </Popover>
  );
}

/** A confirmation that names what is deleted. */
function DeleteFolder({ visit, folder, uid }: FolderToolsProps) {
  const { t } = visit;
  const { id, name } = folder;
  const count = folder.item_count ?? 0;
  return (
    <Popover
      id="delete-folder"
      class="folder-confirm"
      buttonClass="button button-danger"
      button={
        <>
          <Icon of={Trash2} size={16} />
          {t('space.folders.delete')}
        </>
      }
    >
      <p class="folder-confirm-title">{t('space.folders.delete_title', { name })}</p>
      {count === 0 ? (
        <p>{t('space.folders.delete_hint_zero')}</p>
      ) : (
        <>
          <p>{t('space.folders.delete_hint', { count })}</p>
          <p>{t('space.folders.delete_last')}</p>
        </>
      )}
      <ActionForm
        visit={visit}
        action={`${folderPath(uid, id)}/delete`}
        next={`/space/${uid}?tab=favorites`}
        class="folder-buttons"
      >
        {/* First, so that it gets the focus. */}
        <button
          class="button"
          type="button"
          popovertarget="delete-folder"
          popovertargetaction="hide"
        >
          {t('space.folders.cancel')}
        </button>
        <button class="button button-danger" type="submit">
          {t('space.folders.delete_confirm')}
        </button>
      </ActionForm>
    </Popover>
  );
}
