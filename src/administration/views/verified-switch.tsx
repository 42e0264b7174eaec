import type { StaffSetting } from '../schema/site.ts';
import type { AdminPage } from './admin-layout.tsx';
import { SettingSwitch } from './setting-switch.tsx';

type VerifiedSwitchProps = { admin: AdminPage; setting: StaffSetting; sendsMail: boolean };

/** D63: whether publishing needs a verified e-mail address. */
export function VerifiedSwitch({ admin, setting, sendsMail }: VerifiedSwitchProps) {
  const { visit } = admin;
  const { t } = visit;
  const state = setting.value ? 'on' : 'off';
  const other = setting.value ? 'off' : 'on';
  return (
    <SettingSwitch
      visit={visit}
      id="verified"
      setting={setting}
      title={t('admin.site_settings.verified')}
      state={t(`admin.site_settings.audit_${state}`)}
      lead={t(`admin.site_settings.verified_${state}_lead`)}
      button={t(`admin.site_settings.verified_turn_${other}`)}
      consequences={t(`admin.site_settings.verified_if_${other}`)}
    >
      {sendsMail ? null : <p class="meta">{t('admin.site_settings.verified_no_mail')}</p>}
    </SettingSwitch>
  );
}
