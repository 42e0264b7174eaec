import type { Editor } from '@tiptap/core';
import type { Problem } from '../../../ui/client/api.ts';
import { openLoginDialog } from '../../../ui/client/login-dialog.ts';
import { toast } from '../../../ui/client/toast.ts';
import type { Autosave, ComparedText, Content } from './autosave.ts';
import { showBanner } from './banners.ts';
import { type Choice, createConflictDialog, withoutDerivedSummary } from './conflict-dialog.ts';
import type { Fields } from './fields.ts';
import type { Translate } from './translate.ts';

/** The server's version, if it is newer. */
export type NewerVersion = { version: number; content: ComparedText };

type Options = {
  editor: Editor;
  fields: Fields;
  t: Translate;
  getAutosave(): Autosave;
  /** The text on the page is about to become a post of its own. */
  onFork(): void;
};

const EMPTY: Content = {
  title: '',
  summary: '',
  body: '',
  cover_url: null,
  lang: null,
  tags: [],
};

/** Lets the author decide after a refused save. No choice loses typed text. */
export function createConflictResolver({ editor, fields, t, getAutosave, onFork }: Options) {
  let newer: NewerVersion | null = null;
  // The text stays on the page, and saving resumes after the login.
  document.addEventListener('signed-out', (event) => {
    event.preventDefault();
    openLoginDialog();
  });
  document.addEventListener('signed-in', () => getAutosave().resume());
  const compare = createConflictDialog(editor.schema, t, decide);

  function decide(choice: Choice): void {
    if (!newer) return;
    const { version, content } = newer;
    if (choice === 'fork') fork();
    else if (choice === 'mine') getAutosave().resume({ version });
    else {
      fields.write(content);
      getAutosave().resume({ version, content: fields.read() });
    }
    editor.commands.focus();
  }

  /** The text on the page becomes a post of its own; the other one stays as it is. */
  function fork(): void {
    onFork();
    getAutosave().resume({ id: null, version: 0, content: EMPTY });
    toast(t('forked'));
  }

  function showConflict(latest = newer): void {
    newer = latest;
    if (newer) compare(newer.content, fields.read());
  }

  return {
    logIn: () => void openLoginDialog(),
    showConflict,
    onRefuse(problem: Problem): void {
      const { status, code, members } = problem;
      // The login dialog is already open.
      if (status === 401) return;
      if (code === 'stale_version')
        showConflict({
          version: Number(members['current_version']),
          content: withoutDerivedSummary(members['current'] as NewerVersion['content']),
        });
      else if (code === 'not_found' || code === 'wrong_state')
        showBanner(t('moved'), [{ text: t('conflict_fork'), onClick: fork }], t('close'));
      else toast(problem.message, 'danger');
    },
  };
}
