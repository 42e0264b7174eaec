import { AccountForm, errorAt, type Refused } from '../../accounts/views/account-form.tsx';
import type { PageView } from '../../platform/http/page.ts';
import { Field, SubmitButton } from '../../ui/form.tsx';

export type CodeFormProps = {
  visit: PageView;
  /** Of the field; a page may have two. */
  id: string;
  action: string;
  next: string;
  label: string;
  refused?: Refused | undefined;
  disabled?: boolean;
};

export function CodeForm({ visit, id, action, next, label, refused, disabled }: CodeFormProps) {
  const { t } = visit;
  const error = errorAt(refused, id);
  return (
    <AccountForm visit={visit} action={action} next={next} refused={refused} class="form">
      <fieldset class="plain" disabled={disabled}>
        <Field id={id} label={t('email.code')} hint={t('email.code_hint')} error={error}>
          <input
            class="input input-code"
            id={id}
            name="code"
            inputMode="numeric"
            autocomplete="one-time-code"
            pattern=" *[0-9]{6} *"
            title={t('email.code_fault')}
            maxlength={10}
            required
            aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
            {...(error ? { 'aria-invalid': true } : {})}
          />
        </Field>
        <p>
          <SubmitButton>{label}</SubmitButton>
        </p>
      </fieldset>
    </AccountForm>
  );
}
