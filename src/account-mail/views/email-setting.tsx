import { AccountForm, errorAt, type Refused } from '../../accounts/views/account-form.tsx';
import { PasswordField } from '../../accounts/views/password-field.tsx';
import { addressOfTab, Setting } from '../../accounts/views/settings-page.tsx';
import { MAIL_TOKEN_SECONDS } from '../../mail/actions/mail-tokens.ts';
import type { PageView } from '../../platform/http/page.ts';
import { Field, SubmitButton } from '../../ui/form.tsx';
import { Tag } from '../../ui/tag.tsx';
import type { EmailSettings } from '../schema.ts';
import { CodeForm } from './code-form.tsx';

export const EMAIL_FIELDS = {
  email: 'new-email',
  password: 'email-password',
} as const;

export type EmailSettingProps = {
  visit: PageView;
  settings: EmailSettings;
  banned: boolean;
  refused?: { form: 'send' | 'change'; why: Refused; email?: string };
};

const NEXT = addressOfTab('security');

export function EmailSetting(props: EmailSettingProps) {
  const { visit, settings } = props;
  const { t } = visit;
  const { email, verified_at, mail_enabled, pending } = settings;
  return (
    <Setting id="email-address" title={t('email.setting')} about={t('email.setting_about')}>
      <div class="email-setting">
        <p>
          <strong>{email}</strong>{' '}
          <Tag tone={verified_at ? 'success' : 'neutral'}>
            {t(verified_at ? 'email.verified' : 'email.unverified')}
          </Tag>
        </p>
        {mail_enabled ? null : <p class="field-hint">{t('email.off')}</p>}
        {mail_enabled && !verified_at ? <Verification {...props} /> : null}
        {pending ? <PendingChange {...props} pending={pending} /> : null}
        {mail_enabled ? <ChangeForm {...props} /> : null}
      </div>
    </Setting>
  );
}

function whyOf({ refused }: EmailSettingProps, form: string): Refused | undefined {
  return refused?.form === form ? refused.why : undefined;
}

function Verification(props: EmailSettingProps) {
  const { visit, banned } = props;
  const { t } = visit;
  return (
    <>
      <p class="field-hint">{t('email.unverified_hint')}</p>
      <CodeForm
        visit={visit}
        id="verify-code"
        action="/auth/verify-address"
        next={NEXT}
        label={t('email.code_submit')}
        disabled={banned}
      />
      <AccountForm
        visit={visit}
        action="/settings/email/verification"
        next={NEXT}
        refused={whyOf(props, 'send')}
      >
        <button class="link-button" type="submit" disabled={banned}>
          {t('email.send_again')}
        </button>
      </AccountForm>
    </>
  );
}

type PendingProps = EmailSettingProps & { pending: NonNullable<EmailSettings['pending']> };

function PendingChange({ visit, pending, banned }: PendingProps) {
  const { t } = visit;
  return (
    <div class="banner banner-info">
      <p class="banner-title">{t('email.pending', { email: pending.email })}</p>
      <p>{t('email.pending_about')}</p>
      <CodeForm
        visit={visit}
        id="confirm-code"
        action="/auth/confirm-address-change"
        next={NEXT}
        label={t('email.pending_submit')}
        disabled={banned}
      />
      <AccountForm visit={visit} action="/settings/email/change/delete" next={NEXT}>
        <button class="link-button" type="submit" disabled={banned}>
          {t('email.cancel')}
        </button>
      </AccountForm>
    </div>
  );
}

const DAY = 24 * 3600;

function ChangeForm(props: EmailSettingProps) {
  const { visit, settings, banned, refused } = props;
  const { t } = visit;
  const why = whyOf(props, 'change');
  const error = errorAt(why, EMAIL_FIELDS.email);
  return (
    <details class="leave" open={why !== undefined}>
      <summary class="button">{t('email.change_open')}</summary>
      <AccountForm
        visit={visit}
        action="/settings/email/change"
        next={NEXT}
        refused={why}
        class="form setting-form"
      >
        <fieldset class="plain" disabled={banned}>
          <Field id={EMAIL_FIELDS.email} label={t('email.change_new')} error={error}>
            <input
              class="input"
              id={EMAIL_FIELDS.email}
              name="email"
              type="email"
              required
              autocomplete="email"
              value={refused?.email ?? ''}
              {...(error ? { 'aria-invalid': true, 'aria-describedby': 'new-email-error' } : {})}
            />
          </Field>
          {settings.has_password ? (
            <PasswordField
              visit={visit}
              id={EMAIL_FIELDS.password}
              name="password"
              label={t('email.change_password')}
              error={errorAt(why, EMAIL_FIELDS.password)}
            />
          ) : null}
          <p class="field-hint">
            {t('email.change_undo', { days: MAIL_TOKEN_SECONDS.undo_change / DAY })}
          </p>
          <p>
            <SubmitButton>{t('email.change_send')}</SubmitButton>
          </p>
        </fieldset>
      </AccountForm>
    </details>
  );
}
