import { readTexts } from './texts.ts';

export type FieldError = { pointer: string; detail: string };

/** Shows each error at its field and focuses the first. Loaded when needed, because few readers make mistakes. */
export function showFieldErrors(form: HTMLFormElement, errors: FieldError[]): void {
  let first: HTMLElement | undefined;
  for (const { pointer, detail } of errors) {
    const field = form.elements.namedItem(pointer.slice(1));
    if (!(field instanceof HTMLElement)) continue;
    const line = document.createElement('p');
    line.className = 'field-error';
    line.dataset['fieldProblem'] = '';
    line.id = `${field.id || pointer.slice(1)}-problem`;
    // Messages of the schema are in English; other languages get a general one.
    line.textContent = document.documentElement.lang === 'en' ? detail : readTexts().check_field;
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', line.id);
    field.after(line);
    first ??= field;
  }
  first?.focus();
}
