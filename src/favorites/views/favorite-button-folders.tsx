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
  say: SectionTranslate<Messages['reading']['favorite']>;
  /** Whether any folder holds the post now. */
  onChange: (held: boolean) => void;
  onClose: () => void;
};

/** Each check mark is saved when it is set; a new folder takes the post at once. */
export function FolderChoice({ postId, say, onChange, onClose }: FolderChoiceProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [folders, setFolders] = useState<Folder[] | null>(null);
  const [holders, setHolders] = useState<ReadonlySet<number>>(new Set());
  const [name, setName] = useState('');
  const [problem, setProblem] = useState('');

  /** A refusal is said in the dialog, whatever was being done. */
  async function attempt(work: () => Promise<void>): Promise<void> {
    setProblem('');
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      setProblem(describeProblem(error));
    }
  }

  function hold(next: ReadonlySet<number>): void {
    setHolders(next);
    onChange(next.size > 0);
  }

  useEffect(() => {
    dialog.current?.showModal();
    void attempt(async () => {
      const [all, status] = await Promise.all([
        readFolders(),
        call<FolderStatus>('GET', `/api/posts/${postId}/folder-status`),
      ]);
      setHolders(new Set(status.folder_ids));
      setFolders(all);
    });
  }, []);

  async function toggle(folder: Folder): Promise<void> {
    const before = holders;
    const isHeld = before.has(folder.id);
    const next = new Set(before);
    if (isHeld) next.delete(folder.id);
    else next.add(folder.id);
    hold(next);
    await attempt(async () => {
      try {
        await (isHeld ? takeOut(folder.id, postId) : putIn(folder.id, postId));
      } catch (error) {
        hold(before);
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
      await putIn(folder.id, postId);
      hold(new Set([...holders, folder.id]));
    });
  }

  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="folder-picks" onClose={onClose}>
      <h2 id="favorite-button-folders">{say('title')}</h2>
      {folders === null && !problem ? <p class="meta">{say('loading')}</p> : null}
      <ul class="folder-picks">
        {folders?.map((folder) => (
          <li key={folder.id}>
            <label class="folder-pick">
              <input
                class="checkbox"
                type="checkbox"
                checked={holders.has(folder.id)}
                onChange={() => void toggle(folder)}
              />
              <span class="folder-pick-name">{folder.name}</span>
              {folder.is_public ? null : (
                <span class="meta">
                  <Icon of={Lock} size={12} /> {say('private')}
                </span>
              )}
            </label>
          </li>
        ))}
      </ul>
      <form class="folder-new" onSubmit={(event) => void create(event)}>
        <label class="field">
          <span class="field-label">{say('new_folder')}</span>
          <input
            class="input"
            type="text"
            value={name}
            maxLength={NAME_MAX}
            placeholder={say('new_folder_hint')}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <button class="button" type="submit" disabled={name.trim() === ''}>
          {say('create')}
        </button>
      </form>
      {problem ? (
        <p class="form-problem" role="alert">
          {problem}
        </p>
      ) : null}
      <form method="dialog" class="dialog-end">
        <button class="button button-primary" type="submit">
          {say('done')}
        </button>
      </form>
    </dialog>
  );
}

/** All of them: there are two pages at most (D33). */
async function readFolders(cursor = ''): Promise<Folder[]> {
  const { items, next_cursor } = await call<Page<Folder>>(
    'GET',
    `/api/folders?limit=100${cursor && `&cursor=${cursor}`}`,
  );
  return next_cursor ? [...items, ...(await readFolders(next_cursor))] : items;
}

function putIn(folderId: number, postId: number): Promise<unknown> {
  return call('POST', `/api/folders/${folderId}/posts`, { body: { post_id: postId } });
}

function takeOut(folderId: number, postId: number): Promise<unknown> {
  return call('DELETE', `/api/folders/${folderId}/posts/${postId}`);
}
