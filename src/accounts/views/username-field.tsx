import { Check, X } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { USERNAME_MAX, USERNAME_MIN } from '../../profiles/rules.ts';
import type { OwnProfile } from '../../profiles/schema.ts';
import { Icon } from '../../ui/icons.tsx';
import { formatNumber } from '../../ui/numbers.ts';

type UsernameFieldProps = {
  visit: PageView;
  profile: OwnProfile;
  balance: number;
  value: string;
  error: string | undefined;
  reward: string | undefined;
  /** Not changeable now, for a reason that the page shows elsewhere; the rules are left out. */
  locked: boolean;
};

/** Shows the cost of a rename before and while typing (`client/profile-fields.ts`). */
export function UsernameField(props: UsernameFieldProps) {
  const { visit, profile, balance, value, error, reward, locked } = props;
  const { t } = visit;
  return (
    <div class="field">
      <div class="field-head">
        <label class="field-label" for="username">
          {t('settings.username')}
        </label>
        {reward ? <span class="setting-reward">{reward}</span> : null}
      </div>
      <input
        class="input"
        id="username"
        name="username"
        value={value}
        maxlength={2 * USERNAME_MAX}
        autocomplete="nickname"
        spellcheck={false}
        // SPEC §7.5: no renaming below zero; browsers do not submit disabled fields.
        disabled={balance < 0}
        data-current={profile.username ?? ''}
        data-fault={t('settings.name_fault')}
        {...(locked ? {} : { 'aria-describedby': describedBy(props) })}
        {...(error ? { 'aria-invalid': true } : {})}
      />
      {error ? (
        <p class="field-error" id="username-error">
          {error}
        </p>
      ) : null}
      {locked ? null : <Rules {...props} />}
    </div>
  );
}

function describedBy({ error, balance }: UsernameFieldProps): string {
  const ids = [error && 'username-error', 'username-cost', balance >= 0 && 'username-rules'];
  return ids.filter(Boolean).join(' ');
}

function Rules(props: UsernameFieldProps) {
  const { t } = props.visit;
  const rules: [rule: string, sentence: string][] = [
    ['length', t('settings.name_length', { min: USERNAME_MIN, max: USERNAME_MAX })],
    ['blank', t('settings.name_blank')],
    ['digits', t('settings.name_digits')],
  ];
  return (
    <>
      <p class="field-hint" id="username-cost" role="status" {...costOf(props)}>
        {costNow(props)}
      </p>
      {props.balance < 0 ? null : (
        <ul class="name-rules" id="username-rules">
          {rules.map(([rule, sentence]) => (
            <li key={rule} data-rule={rule}>
              <Icon of={Check} size={14} />
              <Icon of={X} size={14} />
              {sentence}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function costNow({ visit, profile, balance }: UsernameFieldProps): string {
  const { t, locale } = visit;
  const have = formatNumber(balance, locale);
  if (balance < 0) return t('settings.username_negative', { balance: have });
  const cost = profile.next_rename_cost;
  if (cost > 0) return t('settings.username_cost', { cost, balance: have });
  const unnamed = t('settings.username_empty', { name: profile.name });
  return profile.username === null
    ? `${unnamed} ${t('settings.username_free')}`
    : t('settings.username_free');
}

/** Both sentences for the script, which chooses by the typed name. */
function costOf(props: UsernameFieldProps) {
  const { visit, profile, balance } = props;
  const { t, locale } = visit;
  const cost = profile.next_rename_cost;
  if (cost === 0 || balance < 0) return {};
  const text = (value: number) => formatNumber(value, locale);
  const after = { cost, balance: text(balance), after: text(balance - cost) };
  return {
    'data-unchanged': costNow(props),
    'data-changed': t('settings.username_after', after),
  };
}
