import { CloudCheck, KeyRound } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { PASSKEY_NAME_MAX } from '../../second-factors/rules.ts';
import type { Passkey } from '../../second-factors/schema.ts';
import { Banner } from '../../ui/banner.tsx';
import { Field } from '../../ui/form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Time } from '../../ui/time.tsx';
import { AccountForm } from './account-form.tsx';
import { type FactorSettingsProps, SmallForm } from './factor-form.tsx';
import { PasskeyForm } from './passkey-form.tsx';
import { addressOfTab, Setting } from './settings-page.tsx';
import { TwoStepSettings } from './settings-two-step.tsx';

/** D64. */
export function FactorSettings(props: FactorSettingsProps) {
  const { visit, lacksFactor } = props;
  return (
    <>
      {lacksFactor ? (
        <Banner tone="warn">
          <p>{visit.t('factors.staff_needs')}</p>
        </Banner>
      ) : null}
      <PasskeySetting {...props} />
      <TwoStepSettings {...props} />
    </>
  );
}

function PasskeySetting(props: FactorSettingsProps) {
  const { visit, factors, device, banned } = props;
  const { t } = visit;
  return (
    <Setting id="passkeys" title={t('factors.passkeys')} about={t('factors.passkeys_about')}>
      {factors.passkeys.length > 0 ? (
        <ul class="devices">
          {factors.passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} visit={visit} passkey={passkey} banned={banned} />
          ))}
        </ul>
      ) : null}
      <PasskeyForm
        visit={visit}
        action="/settings/passkeys"
        next={addressOfTab('security')}
        label={t('factors.passkey_add')}
        create
        disabled={banned}
      >
        <NameField visit={visit} id="passkey-name" value={device} />
      </PasskeyForm>
      <p class="meta" data-no-passkeys>
        {t('factors.passkey_unsupported')}
      </p>
      {factors.has_password && factors.passkeys.length > 0 ? (
        <details>
          <summary>{t('factors.password_remove')}</summary>
          <SmallForm
            visit={visit}
            action="/settings/password/delete"
            label={t('factors.password_remove_submit')}
            about={t('factors.password_remove_about')}
            disabled={banned}
          />
        </details>
      ) : null}
    </Setting>
  );
}

type ItemProps = { visit: PageView; passkey: Passkey; banned: boolean };

function PasskeyItem({ visit, passkey, banned }: ItemProps) {
  const { t, locale, now } = visit;
  const { id, name, backed_up, created_at, last_used_at } = passkey;
  return (
    <li class="device">
      <span class="device-icon">
        <Icon of={backed_up ? CloudCheck : KeyRound} size={24} />
      </span>
      <div class="device-text">
        <h3 class="device-name">{name}</h3>
        <p class="meta">
          {t('factors.passkey_added')} <Time at={created_at} locale={locale} now={now} />
          {last_used_at ? (
            <>
              {' · '}
              {t('factors.passkey_used')} <Time at={last_used_at} locale={locale} now={now} />
            </>
          ) : null}
          {backed_up ? ` · ${t('factors.passkey_synced')}` : null}
        </p>
        <details>
          <summary class="meta">{t('factors.passkey_change')}</summary>
          <AccountForm
            visit={visit}
            action={`/settings/passkeys/${id}/update`}
            next={addressOfTab('security')}
            class="form"
          >
            <NameField visit={visit} id={`passkey-name-${id}`} value={name} />
            <p>
              <button class="button button-small" type="submit" disabled={banned}>
                {t('factors.passkey_rename')}
              </button>
            </p>
          </AccountForm>
          <SmallForm
            visit={visit}
            action={`/settings/passkeys/${id}/delete`}
            label={t('factors.passkey_remove')}
            about={t('factors.passkey_remove_about')}
            disabled={banned}
          />
        </details>
      </div>
    </li>
  );
}

function NameField({ visit, id, value }: { visit: PageView; id: string; value: string }) {
  return (
    <Field id={id} label={visit.t('factors.passkey_name')}>
      <input
        class="input"
        id={id}
        name="name"
        required
        maxlength={PASSKEY_NAME_MAX}
        value={value}
      />
    </Field>
  );
}
