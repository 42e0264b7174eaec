import type { ComponentChildren } from 'preact';

type TextFieldProps = {
  name: string;
  label: string;
  hint?: string;
  /** What is wrong with the value, and how to fix it. */
  error?: string | undefined;
  type?: 'text' | 'email' | 'password';
  value?: string;
  autocomplete?: string;
  minlength?: number;
  optional?: boolean;
  /** For codes and tokens: a monospaced font and no spell checker. */
  code?: boolean;
};

/** A required text input. Its label, hint and error are tied to it for screen readers. */
export function TextField({
  name,
  label,
  hint,
  error,
  code,
  optional = false,
  type = 'text',
  ...input
}: TextFieldProps) {
  return (
    <div class="field">
      <label class="field-label" for={name}>
        {label}
      </label>
      <Hint name={name} text={hint} />
      <input
        {...input}
        class={code ? 'input input-code' : 'input'}
        id={name}
        name={name}
        // The JSX types allow one kind at a time; all three are text boxes.
        type={type as 'text'}
        required={!optional}
        {...(code ? { spellcheck: false, autocapitalize: 'off' } : {})}
        {...describedBy(name, hint, error)}
      />
      {error ? (
        <p class="field-error" id={`${name}-error`}>
          {error}
        </p>
      ) : null}
    </div>
  );
}

type HintedFieldProps = { id: string; label: string; hint: string; children: ComponentChildren };

/** A label, an input with `id` and `aria-describedby={`${id}-hint`}`, and the hint below it. */
export function HintedField({ id, label, hint, children }: HintedFieldProps) {
  return (
    <div class="field">
      <label class="field-label" for={id}>
        {label}
      </label>
      {children}
      <Hint name={id} text={hint} />
    </div>
  );
}

type CheckboxProps = {
  name: string;
  label: string;
  hint?: string;
  checked: boolean;
  /** What a form of the API reads; `on` without it. */
  value?: 'true';
};

export function Checkbox({ name, label, hint, checked, value }: CheckboxProps) {
  return (
    <div class="field field-check">
      <input
        class="checkbox"
        id={name}
        name={name}
        type="checkbox"
        value={value}
        checked={checked}
        {...describedBy(name, hint)}
      />
      <div>
        <label class="check-label" for={name}>
          {label}
        </label>
        <Hint name={name} text={hint} />
      </div>
    </div>
  );
}

function Hint({ name, text }: { name: string; text: string | undefined }) {
  if (!text) return null;
  return (
    <p class="field-hint" id={`${name}-hint`}>
      {text}
    </p>
  );
}

function describedBy(name: string, hint?: string, error?: string) {
  const ids = [hint ? `${name}-hint` : '', error ? `${name}-error` : ''].filter(Boolean);
  return {
    ...(ids.length > 0 ? { 'aria-describedby': ids.join(' ') } : {}),
    ...(error ? { 'aria-invalid': true } : {}),
  };
}

type SubmitButtonProps = {
  /** If it is not the one button that matters. */
  class?: string;
  /** On a page that is about its form. */
  large?: boolean;
  disabled?: boolean | undefined;
  children: ComponentChildren;
};

export function SubmitButton(props: SubmitButtonProps) {
  const primary = props.large ? 'button button-primary button-large' : 'button button-primary';
  return (
    <button class={props.class ?? primary} type="submit" disabled={props.disabled}>
      {props.children}
    </button>
  );
}

type ErrorSummaryProps = { title: string; errors: { field: string; message: string }[] };

/** Screen readers read it when the page loads. It links to each field. */
export function ErrorSummary({ title, errors }: ErrorSummaryProps) {
  return (
    <div class="banner banner-danger" role="alert">
      <p class="banner-title">{title}</p>
      {errors.length > 0 ? (
        <ul>
          {errors.map(({ field, message }) => (
            <li key={field}>
              <a href={`#${field}`}>{message}</a>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
