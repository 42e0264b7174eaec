import { call, Problem } from '../../../ui/client/api.ts';
import { describeProblem } from '../../../ui/client/texts.ts';
import { toast } from '../../../ui/client/toast.ts';
import type { Autosave, Content } from './autosave.ts';
import { pageElement } from './page-elements.ts';
import type { Readiness } from './side-panel.ts';
import { createSubmitDialog } from './submit-dialog.ts';
import type { Translate } from './translate.ts';

type Options = {
  autosave: Autosave;
  t: Translate;
  intent(): 'publish' | 'submit' | 'update';
  barred: string | null;
  readiness(): Readiness;
  /** Resolves when no upload is in progress. */
  waitForUploads(): Promise<unknown>;
  read(): Content;
  focusBody(): void;
  leave(address: string): void;
};

/** The primary button: saves the text, and updates a public post or asks once before publishing another. */
export function createSubmission(options: Options): () => Promise<void> {
  const { autosave, t, intent, barred, readiness, waitForUploads, read, focusBody, leave } =
    options;
  const button = pageElement<HTMLButtonElement>('write-publish');
  const ask = createSubmitDialog();

  /** The reason why the post cannot be published, or null. Focuses the missing part. */
  function findProblem(): string | null {
    const { hasTitle, hasBody, uploads } = readiness();
    if (!hasTitle) {
      pageElement('write-title').focus();
      return t('need_title');
    }
    if (!hasBody) {
      focusBody();
      return t('need_body');
    }
    return uploads === 'failed' ? t('failed_uploads') : null;
  }

  async function send(): Promise<void> {
    const { uploads, isFetching } = readiness();
    if (uploads === 'waiting' || isFetching) {
      toast(t('wait_uploads'));
      await waitForUploads();
      const problem = findProblem();
      if (problem) throw new Problem(0, { detail: problem, code: 'not_ready' });
    }
    if (!(await autosave.flush())) return;
    const { id, version } = autosave.base();
    if (intent() === 'update') {
      const body = { ...read(), version, draft: false };
      await call('PUT', `/api/studio/posts/${id}`, { body });
      leave(`/posts/${id}`);
    } else if (id !== null) await ask(id);
  }

  return async () => {
    const problem = barred ?? findProblem();
    if (problem) toast(problem, 'danger');
    if (problem || button.ariaBusy === 'true') return;
    button.ariaBusy = 'true';
    button.textContent = t('publishing');
    try {
      await send();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      toast(error.code === 'not_ready' ? error.message : describeProblem(error), 'danger');
    } finally {
      button.ariaBusy = null;
      button.textContent = t(intent());
    }
  };
}
