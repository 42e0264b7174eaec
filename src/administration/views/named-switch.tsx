import type { ComponentChildren } from 'preact';
import type { StaffSetting } from '../schema/site.ts';
import type { AdminPage } from './admin-layout.tsx';
import { SettingSwitch } from './setting-switch.tsx';

type NamedSwitchProps = {
  admin: AdminPage;
  setting: StaffSetting | undefined;
  /** How the texts of the locales begin. */
  name: 'verified' | 'reads' | 'transparency';
  children?: ComponentChildren;
};

/** A switch with a text for each state, for the way to the other one, and for what follows. */
export function NamedSwitch({ admin, setting, name, children }: NamedSwitchProps) {
  if (!setting) return null;
  const { visit } = admin;
  const { t } = visit;
  const state = setting.value ? 'on' : 'off';
  const other = setting.value ? 'off' : 'on';
  return (
    <SettingSwitch
      visit={visit}
      id={name}
      setting={setting}
      title={t(`admin.site_settings.${name}`)}
      state={t(`admin.site_settings.audit_${state}`)}
      lead={t(`admin.site_settings.${name}_${state}_lead`)}
      button={t(`admin.site_settings.${name}_turn_${other}`)}
      consequences={t(`admin.site_settings.${name}_if_${other}`)}
    >
      {children}
    </SettingSwitch>
  );
}
