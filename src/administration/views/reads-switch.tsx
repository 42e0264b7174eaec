import type { StaffSetting } from '../schema/site.ts';
import type { AdminPage } from './admin-layout.tsx';
import { SettingSwitch } from './setting-switch.tsx';

/** D62: whether everybody sees roughly how often posts are read. */
export function ReadsSwitch({ admin, setting }: { admin: AdminPage; setting: StaffSetting }) {
  const { visit } = admin;
  const { t } = visit;
  const state = setting.value ? 'on' : 'off';
  const other = setting.value ? 'off' : 'on';
  return (
    <SettingSwitch
      visit={visit}
      id="reads"
      setting={setting}
      title={t('admin.site_settings.reads')}
      state={t(`admin.site_settings.audit_${state}`)}
      lead={t(`admin.site_settings.reads_${state}_lead`)}
      button={t(`admin.site_settings.reads_turn_${other}`)}
      consequences={t(`admin.site_settings.reads_if_${other}`)}
    />
  );
}
