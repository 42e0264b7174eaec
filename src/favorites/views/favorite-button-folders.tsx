import { Lock } from 'lucide-static';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Page } from '../../platform/http/pagination.ts';
import type { Messages } from '../../platform/i18n.ts';
import { call, Problem } from '../../ui/client/api.ts';
import { describeProblem } from '../../ui/client/texts.ts';
import { Icon } from '../../ui/icons.tsx';
import type { SectionTranslate } from '../../ui/translations.ts';
import { NAME_MAX } from '../rules.ts';
import type { Folder, FolderStatus } from '../schema.ts';

type FolderChoiceProps = {
  postId: number;
  t: SectionTranslate<Messages['reading']['favorite']>;
  /** Whether the post is in any folder now. */
  onChange: (isSaved: boolean) => void;
  onClose: () => void;
};

/** Saves each change of a check box at once; a new folder gets the post at once. */
export function FolderChoice({ postId, t, onChange, onClose }: FolderChoiceProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [folders, setFolders] = useState<Folder[] | null>(null);
  const [folderIds, setFolderIds] = useState<ReadonlySet<number>>(new Set());
  const [name, setName] = useState('');
  const [problem, setProblem] = useState('');

  /** Shows any refusal in the dialog. */
  async function attempt(work: () => Promise<void>): Promise<void> {
    setProblem('');
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      setProblem(describeProblem(error));
    }
  }

  function update(next: ReadonlySet<number>): void {
    setFolderIds(next);
    onChange(next.size > 0);
  }

  useEffect(() => {
    dialog.current?.showModal();
    void attempt(async () => {
      const [all, status] = await Promise.all([
        readFolders(),
        call<FolderStatus>('GET', `/api/posts/${postId}/folder-status`),
      ]);
      setFolderIds(new Set(status.folder_ids));
      setFolders(all);
    });
  }, []);

  async function toggle(folder: Folder): Promise<void> {
    const before = folderIds;
    const isSaved = before.has(folder.id);
    const next = new Set(before);
    if (isSaved) next.delete(folder.id);
    else next.add(folder.id);
    update(next);
    await attempt(async () => {
      try {
        await (isSaved ? removeFrom(folder.id, postId) : addTo(folder.id, postId));
      } catch (error) {
        update(before);
        throw error;
      }
    });
  }

  async function create(event: Event): Promise<void> {
    event.preventDefault();
    await attempt(async () => {
      const folder = await call<Folder>('POST', '/api/folders', { body: { name: name.trim() } });
      setFolders([...(folders ?? []), folder]);
      setName('');
      await addTo(folder.id, postId);
      update(new Set([...folderIds, folder.id]));
    });
  }

  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="folder-picks" onClose={onClose}>
      {/* The focus starts here: in the text box it would open the keyboard of a phone. */}
      <h2 id="folder-picks" tabIndex={-1} autofocus>
        {t('title')}
      </h2>
      {folders === null && !problem ? <p class="meta">{t('loading')}</p> : null}
      <ul class="folder-picks">
        {folders?.map((folder) => (
          <li key={folder.id}>
            <label class="folder-pick">
              <input
                class="checkbox"
                type="checkbox"
                checked={folderIds.has(folder.id)}
                onChange={() => void toggle(folder)}
              />
              <span class="folder-pick-name">{folder.name}</span>
              {folder.is_public ? null : (
                <span class="meta">
                  <Icon of={Lock} size={12} /> {t('private')}
                </span>
              )}
            </label>
          </li>
        ))}
      </ul>
      <form class="folder-new" onSubmit={(event) => void create(event)}>
        <label class="field">
          <span class="field-label">{t('new_folder')}</span>
          <input
            class="input"
            type="text"
            value={name}
            maxLength={NAME_MAX}
            placeholder={t('new_folder_hint')}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <button class="button" type="submit" disabled={name.trim() === ''}>
          {t('create')}
        </button>
      </form>
      {problem ? (
        <p class="form-problem" role="alert">
          {problem}
        </p>
      ) : null}
      <form method="dialog" class="dialog-end">
        <button class="button button-primary" type="submit">
          {t('done')}
        </button>
      </form>
    </dialog>
  );
}

/** D33: all folders, two pages at most. */
async function readFolders(cursor = ''): Promise<Folder[]> {
  const { items, next_cursor } = await call<Page<Folder>>(
    'GET',
    `/api/folders?limit=100${cursor && `&cursor=${cursor}`}`,
  );
  return next_cursor ? [...items, ...(await readFolders(next_cursor))] : items;
}

function addTo(folderId: number, postId: number): Promise<unknown> {
  return call('POST', `/api/folders/${folderId}/posts`, { body: { post_id: postId } });
}

function removeFrom(folderId: number, postId: number): Promise<unknown> {
  return call('DELETE', `/api/folders/${folderId}/posts/${postId}`);
}
