import type { PageView } from '../../platform/http/page.ts';
import { type Locale, translator } from '../../platform/i18n.ts';
import { memoizedHtml } from '../memoized-html.ts';
import { LanguageSwitch } from './language-switch.tsx';

export function Footer({ visit, wide }: { visit: PageView; wide: boolean }) {
  const { t } = visit;
  return (
    <footer class="footer">
      <div class={wide ? 'bar bar-wide' : 'bar'}>
        <span>{t('page.site')}</span>
        <a href="/docs">{t('page.docs')}</a>
        <a href="/docs/errors">{t('page.error_codes')}</a>
        <LanguageSwitch visit={visit} />
        <button class="link-button keys-button" type="button" popovertarget="keys">
          {t('shell.keys')}
        </button>
      </div>
      <MemoizedKeys locale={visit.locale} />
    </footer>
  );
}

const KEYS = ['g_h', 'g_s', 'g_m', 'n', 'j_k', 'l', 'c', 'help'] as const;

function Keys({ locale }: { locale: Locale }) {
  const t = translator(locale);
  return (
    <div id="keys" popover="auto" class="popover keys">
      <h2>{t('shell.keys')}</h2>
      <dl>
        {KEYS.map((key) => (
          <div key={key}>
            <dt>
              <kbd>{key === 'help' ? '?' : key.replace('_', ' ')}</kbd>
            </dt>
            <dd>{t(`shell.key_${key}`)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const MemoizedKeys = memoizedHtml(Keys);
