import { csrfToken, Problem } from '../../ui/client/api.ts';
import { toast } from '../../ui/client/toast.ts';
import { askForPasskey, createPasskey } from './passkeys.ts';

/** A challenge works for five minutes; the one that waits in the e-mail field is replaced before. */
const RENEW_MS = 4 * 60_000;
const LOG_IN_BUTTON = '[data-passkey-log-in]';

showWhatNeedsPasskeys();
// A refused form replaces the content of the page.
new MutationObserver(showWhatNeedsPasskeys).observe(document.body, {
  childList: true,
  subtree: true,
});
document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  if (!form.dataset['passkey']) return;
  event.preventDefault();
  void submitWithPasskey(form);
});
document.addEventListener('click', ({ target }) => {
  if ((target as Element).closest(LOG_IN_BUTTON)) void logInByPasskey();
});
if (document.querySelector(LOG_IN_BUTTON)) void offerInEmailField();

function showWhatNeedsPasskeys(): void {
  for (const part of document.querySelectorAll<HTMLElement>(`[data-passkey], ${LOG_IN_BUTTON}`))
    part.hidden = false;
  for (const part of document.querySelectorAll<HTMLElement>('[data-no-passkeys]'))
    part.hidden = true;
}

/** Forms marked `data-passkey`: asks the browser for a passkey and submits the form with it. */
async function submitWithPasskey(form: HTMLFormElement): Promise<void> {
  try {
    const create = form.dataset['passkey'] === 'create';
    submit(form, await (create ? createPasskey() : askForPasskey()));
  } catch (error) {
    if (error instanceof Problem && error.code === 'confirmation_required')
      location.assign(`/confirm?next=${encodeURIComponent(location.pathname + location.search)}`);
    else if (!isAborted(error)) toast(form.dataset['failed'] ?? '', 'danger');
  }
}

/** The log-in page has a button instead of a form: most visitors use neither. */
async function logInByPasskey(): Promise<void> {
  try {
    submit(createForm(), await askForPasskey());
  } catch {
    // The person closed the dialog; the password is beside it.
    void offerInEmailField();
  }
}

/** Conditional UI: the browser lists the passkeys of this site in the e-mail field. */
async function offerInEmailField(): Promise<void> {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
  const renewal = setTimeout(() => void offerInEmailField(), RENEW_MS);
  try {
    submit(createForm(), await askForPasskey('conditional'));
  } catch {
    clearTimeout(renewal);
  }
}

function createForm(): HTMLFormElement {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = '/auth/passkey';
  form.hidden = true;
  const next = document.querySelector<HTMLInputElement>('main input[name="next"]')?.value ?? '/';
  for (const [name, value] of Object.entries({ csrf_token: '', next, passkey: '' })) {
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', name, value });
    form.append(input);
  }
  document.body.append(form);
  return form;
}

/** Not by a `submit` event, which would ask again. */
function submit(form: HTMLFormElement, passkey: string): void {
  const fields = form.elements as unknown as Record<string, HTMLInputElement>;
  if (fields['passkey']) fields['passkey'].value = passkey;
  // The page may be older than the session it is used with.
  if (fields['csrf_token'] && csrfToken()) fields['csrf_token'].value = csrfToken();
  form.submit();
}

function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
