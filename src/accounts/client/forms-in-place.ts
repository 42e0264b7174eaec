import { call, csrfToken, Problem } from '../../ui/client/api.ts';
import { navigate, readFields } from '../../ui/client/form.ts';
import { readTexts } from '../../ui/client/texts.ts';
import { toast } from '../../ui/client/toast.ts';
import { replaceMain } from './main-part.ts';

/**
 * Forms marked `data-in-place` do not leave the page to be refused: the server's answer to a refusal is the page once
 * more, with the sentence at its field in the reader's language, and its main part takes the place of this one's.
 * When it is done, the browser goes where the form would have gone.
 */
export function submitInPlace(): void {
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
    const answer = await send(form);
    if (answer.type === 'opaqueredirect') navigate(readFields(form).get('next') ?? '/');
    else if (answer.status >= 500) toast(readTexts().unknown, 'danger');
    else {
      const secrets = secretsIn(form);
      putBack(replaceMain(await answer.text()), form, secrets);
    }
  } catch {
    toast(readTexts().offline, 'danger');
  } finally {
    form.ariaBusy = null;
  }
}

/** A redirect to the log-in page cannot be told from success here, so a member's session is checked first. */
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
  // Not followed: the page it leads to is for the browser to open, which also shows what is said there once.
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

/** The server never sends a password back; whoever mistyped their address should not have to type it again. */
function secretsIn(form: HTMLFormElement): Map<string, string> {
  const inputs = [...form.querySelectorAll<HTMLInputElement>(SECRET)];
  return new Map(inputs.map(({ name, value }) => [name, value]));
}

function putBack(main: HTMLElement, form: HTMLFormElement, secrets: Map<string, string>): void {
  const action = new URL(form.action).pathname;
  for (const input of main.querySelectorAll<HTMLInputElement>(`form[action="${action}"] input`)) {
    if (input.matches(SECRET)) input.value = secrets.get(input.name) ?? '';
  }
}
