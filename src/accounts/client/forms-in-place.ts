import { call, csrfToken, Problem } from '../../ui/client/api.ts';
import { navigate, readFields } from '../../ui/client/form.ts';
import { readTexts } from '../../ui/client/texts.ts';
import { toast } from '../../ui/client/toast.ts';
import { replaceMain } from './main-part.ts';

/**
 * Sends forms marked `data-in-place` with fetch. On a refusal the server renders the page again, with the message at
 * its field, and its `<main>` replaces the current one. On success the browser goes where the form would have gone.
 */
export function enhanceForms(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (!form.matches('form[data-in-place]') || event.defaultPrevented) return;
    event.preventDefault();
    void submit(form);
  });
}

async function submit(form: HTMLFormElement): Promise<void> {
  if (form.ariaBusy === 'true') return;
  form.ariaBusy = 'true';
  try {
    if (await isSignedOut()) return;
    const response = await send(form);
    if (response.type === 'opaqueredirect') navigate(readFields(form).get('next') ?? '/');
    else if (response.status >= 500) toast(readTexts().unknown, 'danger');
    else {
      const secrets = readSecrets(form);
      restoreSecrets(replaceMain(await response.text()), form, secrets);
    }
  } catch {
    toast(readTexts().offline, 'danger');
  } finally {
    form.ariaBusy = null;
  }
}

/** An opaque redirect hides whether it leads to the log-in page, so check the member's session first. */
async function isSignedOut(): Promise<boolean> {
  if (!document.getElementById('login-dialog')) return false;
  try {
    await call('GET', '/api/settings/audit-status');
    return false;
  } catch (error) {
    return error instanceof Problem && error.status === 401;
  }
}

function send(form: HTMLFormElement): Promise<Response> {
  // Not followed: following would use up the flash message that the browser shows when it opens the page.
  const redirect = 'manual';
  const fields = readFields(form);
  // The page may be older than the session it is used with.
  if (csrfToken()) fields.set('csrf_token', csrfToken());
  return fetch(form.action, {
    method: 'POST',
    headers: { accept: 'text/html' },
    body: fields,
    redirect,
  });
}

const SECRET = 'input[type="password"], [data-password] input';

/** The server never sends a password back; keep it here so that it need not be typed again. */
function readSecrets(form: HTMLFormElement): Map<string, string> {
  const inputs = [...form.querySelectorAll<HTMLInputElement>(SECRET)];
  return new Map(inputs.map(({ name, value }) => [name, value]));
}

function restoreSecrets(
  main: HTMLElement,
  form: HTMLFormElement,
  secrets: Map<string, string>,
): void {
  const action = new URL(form.action).pathname;
  for (const input of main.querySelectorAll<HTMLInputElement>(`form[action="${action}"] input`)) {
    if (input.matches(SECRET)) input.value = secrets.get(input.name) ?? '';
  }
}
