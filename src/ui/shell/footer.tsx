import type { PageView } from '../../platform/http/page.ts';
import { type Locale, translator } from '../../platform/i18n.ts';
import { memoizedHtml } from '../memoized-html.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** For readers: what the site is, its rules, its language and its look. */
export function Footer({ visit, wide }: { visit: PageView; wide: boolean }) {
  const { locale, here, theme } = visit;
  return (
    <footer class="footer">
      <div class={wide ? 'bar bar-wide' : 'bar'}>
        <FooterLinks locale={locale} />
        <div class="footer-tools">
          <LanguageSwitch visit={visit} />
          <ThemeSwitch locale={locale} here={here} theme={theme} />
        </div>
      </div>
      <Keys locale={locale} />
    </footer>
  );
}

const FooterLinks = memoizedHtml(({ locale }: { locale: Locale }) => {
  const t = translator(locale);
  return (
    <nav class="footer-links" aria-label={t('shell.about')}>
      <span>{t('shell.full_name')}</span>
      <a class="footer-link" href="/about/rules">
        {t('shell.rules')}
      </a>
      <a class="footer-link" href="/about/energy">
        {t('shell.energy_page')}
      </a>
      <a class="footer-link" href="/history">
        {t('history.title')}
      </a>
      <a class="footer-link" href="/feed.xml">
        {t('shell.feed')}
      </a>
      <a class="footer-link" href="/docs">
        {t('shell.api')}
      </a>
      <button class="footer-link keys-button" type="button" popovertarget="keys">
        {t('shell.keys')}
      </button>
    </nav>
  );
});

const KEYS = ['search', 'g_h', 'g_s', 'g_m', 'n', 'j_k', 'l', 'c', 'help'] as const;
const SIGNS: Record<string, string> = { search: '/', help: '?' };

const Keys = memoizedHtml(({ locale }: { locale: Locale }) => {
  const t = translator(locale);
  return (
    <div id="keys" popover="auto" class="popover keys">
      <h2>{t('shell.keys')}</h2>
      <dl>
        {KEYS.map((key) => (
          <div key={key}>
            <dt>
              <kbd>{SIGNS[key] ?? key.replace('_', ' ')}</kbd>
            </dt>
            <dd>{t(`shell.key_${key}`)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
});
