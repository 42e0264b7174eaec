import type { ComponentChildren } from 'preact';
import type { PageView } from '../../platform/http/page.ts';
import { Banner } from '../../ui/banner.tsx';
import { Layout } from '../../ui/layout.tsx';
import { Tabs } from '../../ui/tabs.tsx';

/** SPEC §4: the whitelist. */
export const SETTINGS_TABS = [
  'profile',
  'security',
  'sessions',
  'notifications',
  'privacy',
  'appearance',
] as const;
export type SettingsTab = (typeof SETTINGS_TABS)[number];

export function addressOfTab(tab: SettingsTab): string {
  return `/settings?tab=${tab}`;
}

type SettingsPageProps = {
  visit: PageView;
  tab: SettingsTab;
  banned: boolean;
  children: ComponentChildren;
};

export function SettingsPage({ visit, tab, banned, children }: SettingsPageProps) {
  const { t } = visit;
  const tabs = SETTINGS_TABS.map((one) => ({
    href: addressOfTab(one),
    label: t(`settings.tab_${one}`),
    current: one === tab,
  }));
  const title = `${t(`settings.tab_${tab}`)} · ${t('settings.title')}`;
  return (
    <Layout
      visit={visit}
      title={title}
      scripts={tab === 'notifications' ? ['settings', 'push'] : ['settings']}
      sheets={['work']}
    >
      <div class="settings">
        <h1>{t('settings.title')}</h1>
        <Tabs label={t('settings.tabs')} tabs={tabs} />
        {banned && tab !== 'appearance' ? (
          <Banner tone="warn">
            <p>{t('settings.banned')}</p>
          </Banner>
        ) : null}
        <div class="settings-body">{children}</div>
      </div>
    </Layout>
  );
}

type SettingProps = {
  id: string;
  title: string;
  about: string;
  /** The reward for doing it the first time. */
  reward?: string | undefined;
  children: ComponentChildren;
};

/** One setting: its description beside its form. */
export function Setting({ id, title, about, reward, children }: SettingProps) {
  return (
    <section class="card setting" id={id} aria-labelledby={`${id}-title`}>
      <div class="setting-about">
        <h2 id={`${id}-title`}>{title}</h2>
        <p class="meta">{about}</p>
        {reward ? <p class="setting-reward">{reward}</p> : null}
      </div>
      <div class="setting-body">{children}</div>
    </section>
  );
}
