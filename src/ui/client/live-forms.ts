import { csrfToken, Problem, send } from './api.ts';
import { fieldsOf, go } from './form.ts';
import { sentenceOf, texts } from './texts.ts';
import { toast } from './toast.ts';

/**
 * Forms marked `data-live` are sent in place: a refusal is said at the form and everything typed stays; when it is
 * done, the page goes where the form would have gone. Without this file the same forms work by themselves.
 */
export function enliveForms(): void {
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
    const answer = await send(form.action, () => request(form, submitter));
    const { location: target } = (await answer.json()) as { location: string };
    go(target);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    showProblem(form, error);
  } finally {
    form.ariaBusy = null;
  }
}

function request(form: HTMLFormElement, submitter: HTMLButtonElement | null): RequestInit {
  const fields = fieldsOf(form, submitter);
  // The page may be older than the session it is used with.
  if (csrfToken()) fields.set('csrf_token', csrfToken());
  return { method: 'POST', headers: { accept: 'application/json' }, body: fields };
}

function clearProblems(form: HTMLFormElement): void {
  form.querySelector('[data-problem]')?.remove();
  for (const line of form.querySelectorAll('[data-field-problem]')) line.remove();
  for (const field of form.querySelectorAll('[aria-invalid]'))
    field.removeAttribute('aria-invalid');
}

type FieldError = { pointer: string; detail: string };

/** At the field where the service says which; else above the form's buttons, read out at once. */
function showProblem(form: HTMLFormElement, problem: Problem): void {
  const errors = (problem.members['errors'] ?? []) as FieldError[];
  let first: HTMLElement | undefined;
  for (const { pointer, detail } of errors) {
    const field = form.elements.namedItem(pointer.slice(1));
    if (!(field instanceof HTMLElement)) continue;
    const line = document.createElement('p');
    line.className = 'field-error';
    line.dataset['fieldProblem'] = '';
    line.id = `${field.id || pointer.slice(1)}-problem`;
    // What a schema says of a field is English; who reads another language is told where to look.
    line.textContent = document.documentElement.lang === 'en' ? detail : texts().check_field;
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', line.id);
    field.after(line);
    first ??= field;
  }
  first?.focus();
  const box = document.createElement('p');
  box.className = 'form-problem';
  box.dataset['problem'] = '';
  box.setAttribute('role', 'alert');
  box.textContent = sentenceOf(problem);
  // A form that is only a button has no room for a sentence.
  if (form.matches('[data-bare]')) {
    toast(sentenceOf(problem), 'danger');
    return;
  }
  form.append(box);
  countDown(box, Number(problem.members['retry_after']));
}

/** Somebody who has to wait sees for how long. */
function countDown(box: HTMLElement, seconds: number): void {
  if (!(seconds > 0)) return;
  const end = Date.now() + seconds * 1000;
  const tick = () => {
    const left = Math.ceil((end - Date.now()) / 1000);
    if (!box.isConnected) return;
    if (left > 0) {
      box.textContent = texts().wait.replace('{seconds}', String(left));
      setTimeout(tick, 1000);
    } else box.remove();
  };
  tick();
}
