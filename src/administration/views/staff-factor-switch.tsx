import type { StaffSetting } from '../schema/site.ts';
import type { AdminPage } from './admin-layout.tsx';
import { SettingSwitch } from './setting-switch.tsx';

/** D64. */
export function StaffFactorSwitch({ admin, setting }: { admin: AdminPage; setting: StaffSetting }) {
  const { visit } = admin;
  const { t } = visit;
  const on = setting.value;
  return (
    <SettingSwitch
      visit={visit}
      id="staff-factor"
      setting={setting}
      title={t('setup.staff_factor')}
      state={t(on ? 'factors.staff_on' : 'factors.staff_off')}
      lead={t('factors.staff_lead')}
      button={t(on ? 'factors.staff_turn_off' : 'factors.staff_turn_on')}
      consequences={t('factors.staff_consequences')}
    />
  );
}
