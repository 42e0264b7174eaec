import { call, Problem } from '../../../ui/client/api.ts';
import { describeProblem } from '../../../ui/client/texts.ts';
import { toast } from '../../../ui/client/toast.ts';
import type { Autosave, Content } from './autosave.ts';
import { pageElement } from './page-elements.ts';
import type { Readiness } from './side-panel.ts';
import type { Translate } from './translate.ts';

type Options = {
  keeper: Autosave;
  say: Translate;
  intent(): 'publish' | 'submit' | 'update';
  barred: string | null;
  readiness(): Readiness;
  /** Settles when no image is on its way any more. */
  uploaded(): Promise<unknown>;
  read(): Content;
  focusBody(): void;
  leave(address: string): void;
};

/** The primary button: from what is on the screen to what readers or reviewers get. */
export function createSubmission(options: Options): () => Promise<void> {
  const { keeper, say, intent, barred, readiness, uploaded, read, focusBody, leave } = options;
  const button = pageElement<HTMLButtonElement>('write-publish');

  /** Why not, if not; with the caret where something is missing. */
  function missing(): string | null {
    const { hasTitle, hasBody, uploads } = readiness();
    if (!hasTitle) {
      pageElement('write-title').focus();
      return say('need_title');
    }
    if (!hasBody) {
      focusBody();
      return say('need_body');
    }
    return uploads === 'failed' ? say('failed_uploads') : null;
  }

  async function send(): Promise<void> {
    if (readiness().uploads === 'waiting') {
      toast(say('wait_uploads'));
      await uploaded();
      const problem = missing();
      if (problem) throw new Problem(0, { detail: problem, code: 'not_ready' });
    }
    if (!(await keeper.flush())) return;
    const { id, version } = keeper.base();
    if (intent() === 'update') {
      const body = { ...read(), version, draft: false };
      await call('PUT', `/api/studio/posts/${id}`, { body });
    } else await call('POST', `/api/studio/posts/${id}/submit`);
    leave(`/posts/${id}`);
  }

  return async () => {
    const problem = barred ?? missing();
    if (problem) toast(problem, 'danger');
    if (problem || button.ariaBusy === 'true') return;
    button.ariaBusy = 'true';
    button.textContent = say('publishing');
    try {
      await send();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      toast(error.code === 'not_ready' ? error.message : describeProblem(error), 'danger');
    } finally {
      button.ariaBusy = null;
      button.textContent = say(intent());
    }
  };
}
