import type { PageView } from '../../platform/http/page.ts';

type SwitchRowProps = {
  visit: PageView;
  /** The form's action; scripts call the API operation behind it. */
  action: string;
  next: string;
  name: string;
  label: string;
  about: string;
  on: boolean;
  disabled: boolean;
};

/**
 * A switch is a button that submits the other state, so a click saves it with scripts (`client/switches.ts`) and
 * without them.
 */
export function SwitchRow(props: SwitchRowProps) {
  const { visit, action, next, name, label, about, on, disabled } = props;
  return (
    <form class="switch-row" method="post" action={action} data-switch={visit.t('settings.saved')}>
      <input type="hidden" name="csrf_token" value={visit.csrfToken} />
      <input type="hidden" name="next" value={next} />
      <div>
        <p class="switch-label" id={`${name}-label`}>
          {label}
        </p>
        <p class="meta" id={`${name}-about`}>
          {about}
        </p>
      </div>
      <button
        class="switch-button"
        type="submit"
        role="switch"
        aria-checked={on}
        aria-labelledby={`${name}-label`}
        aria-describedby={`${name}-about`}
        name={name}
        value={String(!on)}
        disabled={disabled}
      />
    </form>
  );
}
