import { type NotifyPrefs, SWITCHES } from '../../notifications/rules.ts';
import type { PageView } from '../../platform/http/page.ts';
import { addressOfTab, Setting } from './settings-page.tsx';
import { SwitchRow } from './switch-row.tsx';

type NotificationSettingsProps = { visit: PageView; prefs: NotifyPrefs; banned: boolean };

export function NotificationSettings({ visit, prefs, banned }: NotificationSettingsProps) {
  const { t } = visit;
  return (
    <Setting
      id="notifications"
      title={t('settings.notifications')}
      about={t('settings.notifications_about')}
    >
      {SWITCHES.map((kind) => (
        <SwitchRow
          key={kind}
          visit={visit}
          action="/settings/notify-prefs/update"
          next={addressOfTab('notifications')}
          name={kind}
          label={t(`settings.notify_${kind}`)}
          about={t(`settings.notify_${kind}_about`)}
          on={prefs[kind]}
          disabled={banned}
        />
      ))}
      <p class="meta switch-note">{t('settings.notify_always')}</p>
    </Setting>
  );
}

type PrivacySettingsProps = {
  visit: PageView;
  uid: number;
  followsPublic: boolean;
  feedsFull: boolean;
  banned: boolean;
};

export function PrivacySettings(props: PrivacySettingsProps) {
  const { visit, uid, followsPublic, feedsFull, banned } = props;
  const { t } = visit;
  return (
    <Setting id="privacy" title={t('settings.privacy')} about={t('settings.privacy_about')}>
      <SwitchRow
        visit={visit}
        action="/space/privacy/update"
        next={addressOfTab('privacy')}
        name="follows_public"
        label={t('settings.follows_public')}
        about={t('settings.follows_public_about')}
        on={followsPublic}
        disabled={banned}
      />
      <SwitchRow
        visit={visit}
        action="/settings/feeds/update"
        next={addressOfTab('privacy')}
        name="feeds_full"
        label={t('settings.feeds_full')}
        about={t('settings.feeds_full_about')}
        on={feedsFull}
        disabled={banned}
      />
      <p class="meta switch-note">
        {t('settings.privacy_folders')}{' '}
        <a href={`/space/${uid}?tab=favorites`}>{t('settings.privacy_folders_link')}</a>
      </p>
    </Setting>
  );
}
