import { LIFETIMES_DAYS, NAME_MAX, SCOPES, type Scope } from '../../api-tokens/rules.ts';
import type { PageView } from '../../platform/http/page.ts';
import { Field, SubmitButton } from '../../ui/form.tsx';
import { AccountForm, errorAt, type Refused } from './account-form.tsx';

const PATH = '/settings/api-tokens';

type FormProps = {
  visit: PageView;
  role: string;
  banned: boolean;
  typed: Record<string, string> | undefined;
  refused: Refused | undefined;
};

export function ApiTokenForm({ visit, role, banned, typed, refused }: FormProps) {
  const { t } = visit;
  const offered = SCOPES.filter((scope) => scope !== 'admin' || role !== 'member');
  const chosen = typed?.['scopes']?.split(',') ?? ['read'];
  const days = typed?.['expires_in_days'] ?? String(LIFETIMES_DAYS[1]);
  return (
    <AccountForm
      visit={visit}
      action={PATH}
      next={PATH}
      refused={refused}
      class="form setting-form"
    >
      <fieldset class="plain form" disabled={banned}>
        <NameField visit={visit} value={typed?.['name'] ?? ''} error={errorAt(refused, 'name')} />
        <fieldset class="field plain" id="scopes" aria-describedby="scopes-error">
          <legend class="field-label">{t('api_tokens.scopes')}</legend>
          {offered.map((scope) => (
            <ScopeBox key={scope} visit={visit} scope={scope} checked={chosen.includes(scope)} />
          ))}
          <p class="field-error" id="scopes-error">
            {errorAt(refused, 'scopes')}
          </p>
        </fieldset>
        <Field id="expires_in_days" label={t('api_tokens.expiry')}>
          <select class="input" id="expires_in_days" name="expires_in_days">
            {LIFETIMES_DAYS.map((count) => (
              <option key={count} value={count} selected={days === String(count)}>
                {t('api_tokens.days', { count })}
              </option>
            ))}
            <option value="" selected={days === ''}>
              {t('api_tokens.never')}
            </option>
          </select>
        </Field>
        <p>
          <SubmitButton>{t('api_tokens.submit')}</SubmitButton>
        </p>
      </fieldset>
    </AccountForm>
  );
}

type NameProps = { visit: PageView; value: string; error: string | undefined };

function NameField({ visit, value, error }: NameProps) {
  const { t } = visit;
  return (
    <Field id="name" label={t('api_tokens.name')} hint={t('api_tokens.name_hint')} error={error}>
      <input
        class="input"
        id="name"
        name="name"
        required
        maxlength={NAME_MAX}
        autocomplete="off"
        value={value}
        aria-describedby={error ? 'name-hint name-error' : 'name-hint'}
      />
    </Field>
  );
}

function ScopeBox({ visit, scope, checked }: { visit: PageView; scope: Scope; checked: boolean }) {
  const id = `scope-${scope}`;
  return (
    <div class="field field-check">
      <input
        class="checkbox"
        id={id}
        name="scopes"
        type="checkbox"
        value={scope}
        checked={checked}
      />
      <label class="check-label" for={id}>
        <code>{scope}</code> {visit.t(`api_tokens.scope_${scope}`)}
      </label>
    </div>
  );
}
