import { formatDate } from '../../ui/time.tsx';
import { type FactorSettingsProps, SmallForm } from './factor-form.tsx';
import { Setting } from './settings-page.tsx';

const CODES_PAGE = '/settings/recovery-codes';

/** Two-step verification, and what belongs to it once it is on. */
export function TwoStepSettings(props: FactorSettingsProps) {
  const { visit, factors, banned } = props;
  const { t } = visit;
  const on = factors.totp_added_at !== null || factors.passkey_step;
  return (
    <>
      <Setting id="two-step" title={t('factors.two_step')} about={t('factors.two_step_about')}>
        <AppStep {...props} />
        {factors.passkeys.length > 0 ? (
          <SmallForm
            visit={visit}
            action="/settings/passkey-step/update"
            next={factors.passkey_step ? undefined : CODES_PAGE}
            field={{ name: 'enabled', value: String(!factors.passkey_step) }}
            label={t(factors.passkey_step ? 'factors.passkey_step_off' : 'factors.passkey_step_on')}
            about={t('factors.passkey_step_about')}
            danger={factors.passkey_step}
            disabled={banned}
          />
        ) : null}
      </Setting>
      {on ? (
        <Setting id="recovery-codes" title={t('factors.codes')} about={t('factors.codes_about')}>
          <p>{t('factors.codes_left', { count: factors.recovery_codes_left })}</p>
          <SmallForm
            visit={visit}
            action="/settings/recovery-codes"
            next={CODES_PAGE}
            label={t('factors.codes_renew')}
            about={t('factors.codes_renew_about')}
            danger={false}
            disabled={banned}
          />
        </Setting>
      ) : null}
      {on ? (
        <Setting id="trusted-devices" title={t('factors.trust')} about={t('factors.trust_about')}>
          <SmallForm
            visit={visit}
            action="/settings/trusted-devices/end"
            label={t('factors.trust_end')}
            danger={false}
            disabled={banned}
          />
        </Setting>
      ) : null}
    </>
  );
}

function AppStep({ visit, factors, banned }: FactorSettingsProps) {
  const { t, locale } = visit;
  if (!factors.totp_added_at)
    return (
      <p>
        <a class="button" href="/settings/two-step">
          {t('factors.totp_set_up')}
        </a>
      </p>
    );
  return (
    <SmallForm
      visit={visit}
      action="/settings/totp/delete"
      label={t('factors.totp_turn_off')}
      about={t('factors.totp_on', { day: formatDate(factors.totp_added_at, locale) })}
      disabled={banned}
    />
  );
}
