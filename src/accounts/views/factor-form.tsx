import type { PageView } from '../../platform/http/page.ts';
import type { Factors } from '../../second-factors/schema.ts';
import { AccountForm } from './account-form.tsx';
import { addressOfTab } from './settings-page.tsx';

export type FactorSettingsProps = {
  visit: PageView;
  factors: Factors;
  /** Of this browser, for the name of a new passkey. */
  device: string;
  banned: boolean;
  /** The site requires a second factor of this member of the staff, who has none. */
  lacksFactor: boolean;
};

type SmallFormProps = {
  visit: PageView;
  action: string;
  label: string;
  about?: string;
  next?: string | undefined;
  field?: { name: string; value: string };
  disabled: boolean;
  danger?: boolean;
};

/** One button, with what it does. */
export function SmallForm(props: SmallFormProps) {
  const { visit, action, label, about, field, disabled, danger = true } = props;
  return (
    <AccountForm
      visit={visit}
      action={action}
      next={props.next ?? addressOfTab('security')}
      class="form"
    >
      {field ? <input type="hidden" {...field} /> : null}
      {about ? <p class="field-hint">{about}</p> : null}
      <p>
        <button
          class={`button ${danger ? 'button-danger button-small' : ''}`}
          type="submit"
          disabled={disabled}
        >
          {label}
        </button>
      </p>
    </AccountForm>
  );
}
