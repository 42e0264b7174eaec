import { formatCount } from '../../ui/format-count.ts';
import { Time } from '../../ui/time.tsx';
import type { StaffSetting } from '../schema/site.ts';
import type { AdminPage } from './admin-layout.tsx';
import { SettingSwitch } from './setting-switch.tsx';

/** Whether posts wait for a review, and how many do. */
export function AuditSwitch({ admin, audit }: { admin: AdminPage; audit: StaffSetting }) {
  const { visit } = admin;
  const { t, locale, now } = visit;
  const on = audit.value;
  const { pending_posts = 0, pending_profiles = 0 } = audit.consequences ?? {};
  const waiting =
    pending_posts + pending_profiles > 0
      ? t('admin.site_settings.waiting', {
          posts: formatCount(pending_posts),
          profiles: formatCount(pending_profiles),
        })
      : t('admin.site_settings.none_waiting');
  return (
    <SettingSwitch
      visit={visit}
      id="audit"
      setting={audit}
      title={t('admin.site_settings.audit')}
      state={t(on ? 'admin.site_settings.audit_on' : 'admin.site_settings.audit_off')}
      lead={t(on ? 'admin.site_settings.audit_on_lead' : 'admin.site_settings.audit_off_lead')}
      button={t(on ? 'admin.site_settings.turn_off' : 'admin.site_settings.turn_on')}
      consequences={`${t(on ? 'admin.site_settings.if_off' : 'admin.site_settings.if_on')} ${waiting}`}
    >
      <p class="meta">
        {audit.updated_at ? (
          <>
            {audit.updated_by
              ? t('admin.site_settings.changed_by', { name: audit.updated_by.name })
              : t('admin.site_settings.changed')}
            <Time at={audit.updated_at} locale={locale} now={now} />
          </>
        ) : (
          t('admin.site_settings.never_changed')
        )}
      </p>
    </SettingSwitch>
  );
}
