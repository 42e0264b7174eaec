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
    <Field id={name} label={label} hint={hint} error={error}>
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
    </Field>
  );
}

type FieldProps = {
  /** Of the input inside, which names `${id}-hint` and `${id}-error` in its `aria-describedby`. */
  id: string;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  class?: string;
  children: ComponentChildren;
};

/** An input with its label above it, and what is wrong with its value below. */
export function Field({ id, label, hint, error, children, ...props }: FieldProps) {
  return (
    <div class={props.class ?? 'field'}>
      <label class="field-label" for={id}>
        {label}
      </label>
      <Hint name={id} text={hint} />
      {children}
      {error ? (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
    </div>
  );
}

type HintedFieldProps = {
  id: string;
  name: string;
  label: string;
  hint: string;
  value: string;
  maxlength: number;
  required?: boolean;
  placeholder?: string | undefined;
  /** Of a text with several lines. */
  rows?: number;
};

/** A text with its hint below it. */
export function HintedField({ label, hint, value, rows, ...input }: HintedFieldProps) {
  const { id, name, maxlength, required, placeholder } = input;
  const hintId = `${id}-hint`;
  return (
    <Field id={id} label={label}>
      {rows ? (
        <textarea
          class="input"
          id={id}
          name={name}
          maxlength={maxlength}
          rows={rows}
          aria-describedby={hintId}
        >
          {value}
        </textarea>
      ) : (
        <input
          class="input"
          id={id}
          name={name}
          value={value}
          maxlength={maxlength}
          required={required}
          placeholder={placeholder}
          autocomplete="off"
          aria-describedby={hintId}
        />
      )}
      <Hint name={id} text={hint} />
    </Field>
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
