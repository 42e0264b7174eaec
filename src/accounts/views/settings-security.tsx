import type { ComponentChildren } from 'preact';
import { addDays } from '../../platform/clock.ts';
import type { PageView } from '../../platform/http/page.ts';
import { Field, SubmitButton } from '../../ui/form.tsx';
import { formatDate } from '../../ui/time.tsx';
import { PASSWORD_MIN, RESTORE_DAYS } from '../rules.ts';
import { AccountForm, errorAt, type Refused } from './account-form.tsx';
import { PasswordField } from './password-field.tsx';
import { addressOfTab, Setting } from './settings-page.tsx';

export type SecuritySettingsProps = {
  visit: PageView;
  uid: number;
  isOwner: boolean;
  /** Others log in by passkey or through another provider. */
  hasPassword: boolean;
  banned: boolean;
  /** Other ways to log in. */
  children?: ComponentChildren;
  refused?: { form: 'password' | 'delete'; why: Refused; tries_left?: number | undefined };
};

export function SecuritySettings(props: SecuritySettingsProps) {
  return (
    <>
      <PasswordSetting {...props} />
      {props.children}
      <DeleteSetting {...props} />
    </>
  );
}

function PasswordSetting({ visit, banned, refused, hasPassword }: SecuritySettingsProps) {
  const { t } = visit;
  const why = refused?.form === 'password' ? refused.why : undefined;
  return (
    <Setting
      id="change-password"
      title={t(hasPassword ? 'settings.password' : 'settings.password_first')}
      about={t('settings.password_about')}
    >
      <AccountForm
        visit={visit}
        action="/settings/password/update"
        next={addressOfTab('security')}
        refused={why}
        class="form setting-form"
      >
        <fieldset class="plain" disabled={banned}>
          {hasPassword ? (
            <PasswordField
              visit={visit}
              name="current_password"
              label={t('settings.password_current')}
              error={errorAt(why, 'current_password')}
            />
          ) : null}
          <PasswordField
            visit={visit}
            name="new_password"
            label={t('settings.password_new')}
            hint={t('joining.password_new_hint', { min: PASSWORD_MIN })}
            error={errorAt(why, 'new_password')}
            fresh
          />
          {why ? <TriesLeft visit={visit} count={refused?.tries_left} /> : null}
          <p>
            <button class="button button-primary" type="submit">
              {t(hasPassword ? 'settings.password_submit' : 'settings.password_first')}
            </button>
          </p>
        </fieldset>
      </AccountForm>
    </Setting>
  );
}

/** D14: shown after a failed try, while some are left. */
function TriesLeft({ visit, count }: { visit: PageView; count: number | undefined }) {
  if (count === undefined) return null;
  return <p class="field-hint">{visit.t('settings.tries_left', { count })}</p>;
}

function DeleteSetting(props: SecuritySettingsProps) {
  const { visit, isOwner, refused } = props;
  const { t } = visit;
  return (
    <Setting
      id="delete-account"
      title={t('settings.delete')}
      about={t('settings.delete_about', { days: RESTORE_DAYS })}
    >
      {isOwner ? (
        <p class="field-hint">{t('settings.delete_owner')}</p>
      ) : (
        <details class="leave" open={refused?.form === 'delete'}>
          <summary class="button button-danger">{t('settings.delete_open')}</summary>
          <Consequences visit={visit} />
          <DeleteForm {...props} />
        </details>
      )}
    </Setting>
  );
}

function Consequences({ visit }: { visit: PageView }) {
  const { t, locale, now } = visit;
  const day = formatDate(addDays(now, RESTORE_DAYS).toISOString(), locale);
  return (
    <div class="consequences">
      <Consequence title={t('settings.delete_now')}>
        <li>{t('settings.delete_now_sessions')}</li>
        <li>{t('settings.delete_now_profile')}</li>
        <li>{t('settings.delete_now_posts')}</li>
      </Consequence>
      <Consequence title={t('settings.delete_later', { day })}>
        <li>{t('settings.delete_later_gone')}</li>
      </Consequence>
      <p>
        {t('settings.delete_restore')} <a href="/restore">{t('settings.delete_how')}</a>
      </p>
    </div>
  );
}

function Consequence({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <>
      <p class="consequence-title">{title}</p>
      <ul>{children}</ul>
    </>
  );
}

function DeleteForm({ visit, uid, banned, refused, hasPassword }: SecuritySettingsProps) {
  const { t } = visit;
  const why = refused?.form === 'delete' ? refused.why : undefined;
  return (
    <AccountForm
      visit={visit}
      action="/settings/delete-account"
      next="/restore"
      refused={why}
      class="form setting-form"
    >
      <fieldset class="plain" disabled={banned}>
        {hasPassword ? (
          <PasswordField
            visit={visit}
            name="password"
            label={t('settings.delete_password')}
            error={errorAt(why, 'password')}
          />
        ) : null}
        <Field id="confirm-uid" label={t('settings.delete_confirm', { uid })}>
          {/* A pause for the person, judged by the browser: it has no name, so it is not sent. */}
          <input
            class="input"
            id="confirm-uid"
            inputMode="numeric"
            autocomplete="off"
            required
            pattern={String(uid)}
            title={t('settings.delete_confirm_title', { uid })}
          />
        </Field>
        {why ? <TriesLeft visit={visit} count={refused?.tries_left} /> : null}
        <p>
          <SubmitButton class="button button-danger">{t('settings.delete_submit')}</SubmitButton>
        </p>
      </fieldset>
    </AccountForm>
  );
}
