import { Eye, EyeOff } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { Icon } from '../../ui/icons.tsx';
import { PASSWORD_MAX, PASSWORD_MIN } from '../rules.ts';

type PasswordFieldProps = {
  visit: PageView;
  name: string;
  /** Where a page has two fields of this name. */
  id?: string;
  label: string;
  hint?: string;
  error?: string | undefined;
  /** A new password is measured and has a minimum length; an old one is only compared. */
  fresh?: boolean;
};

/** With scripts (`client/password-fields.ts`) it can be shown, warns of Caps Lock and rates a new password. */
export function PasswordField(props: PasswordFieldProps) {
  const { visit, name, id = name, label, hint, error, fresh } = props;
  const { t } = visit;
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`, `${id}-caps`];
  return (
    <div class="field" data-password>
      <label class="field-label" for={id}>
        {label}
      </label>
      {hint ? (
        <p class="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      <div class="password">
        <input
          class="input"
          id={id}
          name={name}
          type="password"
          required
          autocomplete={fresh ? 'new-password' : 'current-password'}
          {...(fresh ? { minlength: PASSWORD_MIN, maxlength: PASSWORD_MAX } : {})}
          aria-describedby={describedBy.filter(Boolean).join(' ')}
          {...(error ? { 'aria-invalid': true } : {})}
        />
        <button
          class="icon-button password-eye"
          type="button"
          aria-label={t('joining.show_password')}
          aria-pressed="false"
          aria-controls={id}
          data-show-password
        >
          <Icon of={Eye} />
          <Icon of={EyeOff} />
        </button>
      </div>
      {fresh ? <Strength visit={visit} /> : null}
      <p class="field-hint" id={`${id}-caps`} data-caps-lock hidden>
        {t('joining.caps_lock')}
      </p>
      {error ? (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
    </div>
  );
}

const SCORES = [0, 1, 2, 3, 4] as const;

function Strength({ visit }: { visit: PageView }) {
  const sentences = SCORES.map((score) => visit.t(`joining.strength_${score}`));
  return (
    <div class="strength" data-strength={JSON.stringify(sentences)} hidden>
      <progress class="strength-bar" max={SCORES.length} value={0} aria-hidden="true" />
      <p class="field-hint" role="status" />
    </div>
  );
}
