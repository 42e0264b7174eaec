import { csrfToken, Problem, send } from './api.ts';
import type { FieldError } from './field-errors.ts';
import { navigate, readFields } from './form.ts';
import { describeProblem } from './texts.ts';
import { toast } from './toast.ts';

/**
 * Sends forms marked `data-live` with fetch. A refusal is shown at the form and everything typed stays; on success
 * the page goes where the form would have gone. Without scripts the same forms work as plain HTML.
 */
export function enhanceForms(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (!form.matches('form[data-live]') || event.defaultPrevented) return;
    event.preventDefault();
    void submit(form, event.submitter as HTMLButtonElement | null);
  });
}

async function submit(form: HTMLFormElement, submitter: HTMLButtonElement | null): Promise<void> {
  if (form.ariaBusy === 'true') return;
  form.ariaBusy = 'true';
  clearProblems(form);
  try {
    const action = submitter?.getAttribute('formaction') ?? form.action;
    const response = await send(action, () => request(form, submitter));
    const { location: target } = (await response.json()) as { location: string };
    navigate(target);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    showProblem(form, error);
  } finally {
    form.ariaBusy = null;
  }
}

function request(form: HTMLFormElement, submitter: HTMLButtonElement | null): RequestInit {
  const fields = readFields(form, submitter);
  // The page may be older than the session.
  if (csrfToken()) fields.set('csrf_token', csrfToken());
  return { method: 'POST', headers: { accept: 'application/json' }, body: fields };
}

function clearProblems(form: HTMLFormElement): void {
  for (const line of form.querySelectorAll('[data-problem], [data-field-problem]')) line.remove();
  for (const field of form.querySelectorAll('[aria-invalid]'))
    field.removeAttribute('aria-invalid');
}

/** At the fields that the response names, and at the end of the form as an alert. */
function showProblem(form: HTMLFormElement, problem: Problem): void {
  const errors = problem.members['errors'] as FieldError[] | undefined;
  if (errors?.length)
    void import('./field-errors.ts').then(({ showFieldErrors }) => showFieldErrors(form, errors));
  const message = describeProblem(problem);
  // A form that is only a button has no room for a message.
  if (form.matches('[data-bare]')) {
    toast(message, 'danger');
    return;
  }
  const box = document.createElement('p');
  box.className = 'form-problem';
  box.dataset['problem'] = '';
  box.setAttribute('role', 'alert');
  box.textContent = message;
  form.append(box);
  const wait = Number(problem.members['retry_after']);
  if (wait > 0) void import('./count-down.ts').then(({ countDown }) => countDown(box, wait));
}
