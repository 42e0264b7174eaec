import { call, Problem } from '../../../ui/client/api.ts';
import { sentenceOf } from '../../../ui/client/texts.ts';
import { part } from './parts.ts';
import type { Say } from './say.ts';

/** Logs in again without leaving the text. */
export function createLoginDialog(uid: number, say: Say, done: () => void): () => void {
  const dialog = part<HTMLDialogElement>('login-dialog');
  const email = part<HTMLInputElement>('login-email');
  const password = part<HTMLInputElement>('login-password');
  const problem = part('login-problem');
  const form = dialog.querySelector('form');

  async function logIn(): Promise<void> {
    problem.textContent = '';
    try {
      // The token of the session that has ended is worth nothing.
      await call('GET', '/api/auth/csrf');
      const body = { email: email.value.trim(), password: password.value };
      const { user } = await call<{ user: { uid: number } }>('POST', '/api/auth/login', { body });
      password.value = '';
      if (user.uid !== uid) {
        problem.textContent = say('login_stranger');
        return;
      }
      dialog.close();
      done();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      problem.textContent =
        error.code === 'restore_required' ? say('login_restore') : sentenceOf(error);
    }
  }

  form?.addEventListener('submit', (event) => {
    event.preventDefault();
    if (form.ariaBusy === 'true') return;
    form.ariaBusy = 'true';
    void logIn().finally(() => {
      form.ariaBusy = null;
    });
  });
  dialog.querySelector('[data-close]')?.addEventListener('click', () => dialog.close());

  return () => {
    problem.textContent = '';
    if (!dialog.open) dialog.showModal();
    (email.value ? password : email).focus();
  };
}
