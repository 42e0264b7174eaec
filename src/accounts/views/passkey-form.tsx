import { KeyRound } from 'lucide-static';
import type { ComponentChildren } from 'preact';
import type { PageView } from '../../platform/http/page.ts';
import { Icon } from '../../ui/icons.tsx';

type PasskeyFormProps = {
  visit: PageView;
  action: string;
  next: string;
  label: string;
  primary?: boolean;
  /** Creates a passkey instead of using one. */
  create?: boolean;
  disabled?: boolean;
  children?: ComponentChildren;
};

/** Shown only where the browser has passkeys: `client/passkey-forms.ts` asks for one and submits the form with it. */
export function PasskeyForm(props: PasskeyFormProps) {
  const { visit, action, next, label, primary, create, disabled, children } = props;
  return (
    <form
      method="post"
      action={action}
      class="form"
      hidden
      data-passkey={create ? 'create' : 'get'}
      data-failed={visit.t('factors.passkey_failed')}
    >
      <input type="hidden" name="csrf_token" value={visit.csrfToken} />
      <input type="hidden" name="next" value={next} />
      <input type="hidden" name="passkey" />
      {children}
      <p>
        <button
          class={`button ${primary ? 'button-primary' : ''} ${create ? '' : 'button-large'}`}
          type="submit"
          disabled={disabled}
        >
          <Icon of={KeyRound} size={18} />
          {label}
        </button>
      </p>
    </form>
  );
}
