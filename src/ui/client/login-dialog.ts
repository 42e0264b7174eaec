import { call, Problem } from './api.ts';
import { describeProblem } from './texts.ts';

/**
 * Opens the dialog of `ui/shell/login-dialog.tsx`. Once the same member is logged in again, `signed-in` is dispatched on the
 * document. Returns false on a page that has no such dialog.
 */
export function openLoginDialog(): boolean {
  const dialog = document.querySelector<HTMLDialogElement>('#login-dialog');
  const form = dialog?.querySelector('form');
  if (!dialog || !form) return false;
  if (dialog.open) return true;
  form.onsubmit = (event) => {
    event.preventDefault();
    void submit(dialog, form);
  };
  const close = dialog.querySelector<HTMLButtonElement>('[data-close]');
  if (close) close.onclick = () => dialog.close();
  show(dialog, '');
  dialog.showModal();
  const { email, password } = fieldsOf(dialog);
  (email.value ? password : email).focus();
  return true;
}

async function submit(dialog: HTMLDialogElement, form: HTMLFormElement): Promise<void> {
  if (form.ariaBusy === 'true') return;
  form.ariaBusy = 'true';
  show(dialog, '');
  try {
    if (await logIn(dialog)) {
      dialog.close();
      document.dispatchEvent(new CustomEvent('signed-in'));
    } else show(dialog, readWords(dialog).other);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    show(
      dialog,
      error.code === 'restore_required' ? readWords(dialog).restore : describeProblem(error),
    );
  } finally {
    form.ariaBusy = null;
  }
}

/** Returns whether the member is the one whose page this is. */
async function logIn(dialog: HTMLDialogElement): Promise<boolean> {
  const { email, password } = fieldsOf(dialog);
  // The CSRF token belonged to the session that has ended.
  await call('GET', '/api/auth/csrf');
  const body = { email: email.value.trim(), password: password.value };
  const { user } = await call<{ user: { uid: number } }>('POST', '/api/auth/login', { body });
  password.value = '';
  return user.uid === Number(dialog.dataset['uid']);
}

function fieldsOf(dialog: HTMLDialogElement) {
  const [email, password] = dialog.querySelectorAll('input');
  if (!email || !password) throw new Error('the log-in dialog has no fields');
  return { email, password };
}

function readWords(dialog: HTMLDialogElement): Record<'other' | 'restore', string> {
  return JSON.parse(dialog.dataset['words'] ?? '{}');
}

function show(dialog: HTMLDialogElement, problem: string): void {
  const line = dialog.querySelector('#login-problem');
  if (line) line.textContent = problem;
}
