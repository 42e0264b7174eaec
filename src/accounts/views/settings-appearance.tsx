import { Check, Keyboard, KeyboardOff, Moon, Sun, SunMoon } from 'lucide-static';
import { type PageView, THEMES, type Theme } from '../../platform/http/page.ts';
import type { Locale } from '../../platform/i18n.ts';
import { Icon } from '../../ui/icons.tsx';
import { addressOfTab, Setting } from './settings-page.tsx';

const THEME_ICONS: Record<Theme, string> = { auto: SunMoon, light: Sun, dark: Moon };
/** Each in its own language, for readers who cannot read the other. */
const LANGUAGES: [locale: Locale, name: string][] = [
  ['zh-CN', '简体中文'],
  ['en', 'English'],
];
export const KEY_CHOICES = ['on', 'off'] as const;

/** Preferences of this browser, set by links, so that they need no script. */
export function AppearanceSettings({ visit }: { visit: PageView }) {
  const { t } = visit;
  return (
    <>
      <Setting id="theme-choice" title={t('settings.theme')} about={t('settings.theme_about')}>
        <Choices
          choices={THEMES.map((theme) => ({
            href: `/theme/${theme}`,
            label: t(`shell.theme_${theme}`),
            icon: THEME_ICONS[theme],
            current: theme === visit.theme,
          }))}
        />
      </Setting>
      <Setting id="language" title={t('settings.language')} about={t('settings.language_about')}>
        <Choices
          choices={LANGUAGES.map(([locale, label]) => ({
            href: `/lang/${locale}`,
            label,
            lang: locale,
            current: locale === visit.locale,
          }))}
        />
      </Setting>
      <Setting id="shortcuts" title={t('settings.keys')} about={t('settings.keys_about')}>
        <Choices
          choices={KEY_CHOICES.map((choice) => ({
            href: `/settings/keys/${choice}`,
            label: t(`settings.keys_${choice}`),
            icon: choice === 'on' ? Keyboard : KeyboardOff,
            current: choice === visit.keys,
          }))}
        />
      </Setting>
    </>
  );
}

type Choice = {
  href: string;
  label: string;
  icon?: string;
  lang?: Locale;
  current: boolean;
};

const BACK = `?next=${encodeURIComponent(addressOfTab('appearance'))}`;

function Choices({ choices }: { choices: Choice[] }) {
  return (
    <div class="choices">
      {choices.map(({ href, label, icon, lang, current }) => (
        <a
          key={href}
          class="choice"
          href={`${href}${BACK}`}
          rel="nofollow"
          {...(lang ? { lang, hreflang: lang } : {})}
          {...(current ? { 'aria-current': 'true' as const } : {})}
        >
          {icon ? <Icon of={icon} size={20} /> : null}
          {label}
          {current ? (
            <span class="choice-mark">
              <Icon of={Check} size={16} />
            </span>
          ) : null}
        </a>
      ))}
    </div>
  );
}
