import type { Editor } from '@tiptap/core';
import type { Problem } from '../../../ui/client/api.ts';
import { openLoginDialog } from '../../../ui/client/login-dialog.ts';
import { toast } from '../../../ui/client/toast.ts';
import type { Autosave, Content } from './autosave.ts';
import { showBanner } from './banners.ts';
import { type Choice, createConflictDialog, withoutTakenSummary } from './conflict-dialog.ts';
import type { Fields } from './fields.ts';
import type { Translate } from './translate.ts';

/** What the server has, where it is newer. */
export type NewerVersion = { version: number; content: Omit<Content, 'cover_url'> };

type Options = {
  editor: Editor;
  fields: Fields;
  say: Translate;
  getKeeper(): Autosave;
  /** What is here is about to become a post of its own. */
  forked(): void;
};

const NOTHING: Content = { title: '', summary: '', body: '', cover_url: null };

/** What only the author can decide when a save was refused. Nothing typed is lost on any of the ways. */
export function createConflictResolver({ editor, fields, say, getKeeper, forked }: Options) {
  let newer: NewerVersion | null = null;
  // Whatever was refused: the text stays on the screen, and saving goes on after the log-in.
  document.addEventListener('signed-out', (event) => {
    event.preventDefault();
    openLoginDialog();
  });
  document.addEventListener('signed-in', () => getKeeper().resume());
  const compare = createConflictDialog(editor.schema, say, decide);

  function decide(choice: Choice): void {
    if (!newer) return;
    const { version, content } = newer;
    if (choice === 'fork') fork();
    else if (choice === 'mine') getKeeper().resume({ version });
    else {
      fields.write(content);
      getKeeper().resume({ version, content: fields.read() });
    }
    editor.commands.focus();
  }

  /** What is here becomes a post of its own; the other stays as it is. */
  function fork(): void {
    forked();
    getKeeper().resume({ id: null, version: 0, content: NOTHING });
    toast(say('forked'));
  }

  function showConflict(found = newer): void {
    newer = found;
    if (newer) compare(newer.content, fields.read());
  }

  return {
    logIn: () => void openLoginDialog(),
    showConflict,
    refused(problem: Problem): void {
      const { status, code, members } = problem;
      // The dialog is open already.
      if (status === 401) return;
      if (code === 'stale_version')
        showConflict({
          version: Number(members['current_version']),
          content: withoutTakenSummary(members['current'] as NewerVersion['content']),
        });
      else if (code === 'not_found' || code === 'wrong_state')
        showBanner(say('moved'), [{ text: say('conflict_fork'), press: fork }], say('close'));
      else toast(problem.message, 'danger');
    },
  };
}
