import type { PageView } from '../../platform/http/page.ts';
import { type Locale, translator } from '../../platform/i18n.ts';
import type { Site, WrittenPage } from '../../platform/site.ts';
import { memoizedHtml } from '../memoized-html.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { titleIn } from './page-links.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** For readers: what the site is, its rules, its language and its look. */
export function Footer({ visit, wide }: { visit: PageView; wide: boolean }) {
  const { locale, here, theme, site } = visit;
  return (
    <footer class="footer">
      <div class={wide ? 'bar bar-wide' : 'bar'}>
        <FooterLinks locale={locale} site={footerOf(site)} />
        <div class="footer-tools">
          <LanguageSwitch visit={visit} />
          <ThemeSwitch locale={locale} here={here} theme={theme} />
        </div>
      </div>
      <Keys locale={locale} />
    </footer>
  );
}

type FooterSite = Pick<
  Site,
  'name' | 'links' | 'icp_number' | 'police_number' | 'pages' | 'transparency'
>;

/** Not the whole site: the HTML is memoized by what it shows. */
function footerOf({
  name,
  links,
  icp_number,
  police_number,
  pages,
  transparency,
}: Site): FooterSite {
  return { name, links, icp_number, police_number, pages, transparency };
}

type FooterLinksProps = { locale: Locale; site: FooterSite };

const FooterLinks = memoizedHtml(({ locale, site }: FooterLinksProps) => {
  const t = translator(locale, site.name);
  return (
    <nav class="footer-links" aria-label={t('shell.about')}>
      <span>{site.name || t('shell.full_name')}</span>
      {site.pages.map((page) => (
        <PageLink key={page.name} locale={locale} page={page} />
      ))}
      {site.pages.some(({ name }) => name === 'rules') ? null : (
        <a class="footer-link" href="/about/rules">
          {t('shell.rules')}
        </a>
      )}
      <a class="footer-link" href="/about/energy">
        {t('shell.energy_page')}
      </a>
      {site.transparency ? (
        <a class="footer-link" href="/transparency">
          {t('transparency.title')}
        </a>
      ) : null}
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
      {site.links.map(({ label, href }) => (
        <a
          key={label}
          class="footer-link"
          href={href}
          rel={href.startsWith('/') ? undefined : 'noopener'}
        >
          {label}
        </a>
      ))}
      {site.icp_number ? <Record href={ICP_URL} number={site.icp_number} /> : null}
      {site.police_number ? (
        <Record href={policeUrl(site.police_number)} number={site.police_number} />
      ) : null}
    </nav>
  );
});

function PageLink({ locale, page }: { locale: Locale; page: WrittenPage }) {
  const { title, lang } = titleIn(page, locale);
  return (
    <a class="footer-link" href={page.path} lang={lang}>
      {title}
    </a>
  );
}

/** The number of a Chinese site in a public register, with the link that the register asks for. */
function Record({ href, number }: { href: string; number: string }) {
  return (
    <a class="footer-link" href={href} target="_blank" rel="noopener noreferrer nofollow">
      {number}
    </a>
  );
}

const ICP_URL = 'https://beian.miit.gov.cn/';

function policeUrl(number: string): string {
  const [digits = ''] = /\d{6,}/.exec(number) ?? [];
  return `https://beian.mps.gov.cn/#/query/webSearch?code=${digits}`;
}

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
