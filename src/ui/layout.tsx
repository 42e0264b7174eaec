import type { ComponentChildren } from 'preact';
import type { Visit } from '../platform/http/page.ts';
import type { Locale } from '../platform/i18n.ts';
import { FAVICON, Lamp } from './icon.tsx';
import { STYLESHEET } from './stylesheet.ts';

type LayoutProps = {
  visit: Visit;
  title: string;
  /** Tables and references need the room; reading does not. */
  wide?: boolean;
  children: ComponentChildren;
};

/** A whole document. The one `h1` is the page's own. */
export function Layout({ visit, title, wide = false, children }: LayoutProps) {
  const site = visit.t('page.site');
  return (
    <html lang={visit.locale}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title === site ? site : `${title} · ${site}`}</title>
        <link rel="stylesheet" href={STYLESHEET.url} />
        <link rel="icon" type="image/svg+xml" href={FAVICON.url} />
      </head>
      <body>
        <a class="skip-link" href="#main">
          {visit.t('page.skip')}
        </a>
        <Header visit={visit} wide={wide} />
        <main id="main" class={wide ? 'main main-wide' : 'main'} tabIndex={-1}>
          {children}
        </main>
        <Footer visit={visit} wide={wide} />
      </body>
    </html>
  );
}

type BarProps = { visit: Visit; wide: boolean };

function Header({ visit, wide }: BarProps) {
  return (
    <header class="header">
      <div class={wide ? 'bar bar-wide' : 'bar'}>
        <a class="logo" href="/">
          <Lamp />
          {visit.t('page.site')}
        </a>
        <nav class="header-nav" aria-label={visit.t('page.navigation')}>
          <NavLink visit={visit} href="/docs">
            {visit.t('page.docs')}
          </NavLink>
        </nav>
        <LanguageSwitch visit={visit} />
      </div>
    </header>
  );
}

function NavLink({ visit, href, children }: { visit: Visit; href: string; children: string }) {
  const current = visit.here.split('?')[0] === href;
  return (
    <a class="nav-link" href={href} {...(current ? { 'aria-current': 'page' as const } : {})}>
      {children}
    </a>
  );
}

const OTHER: Record<Locale, { locale: Locale; name: string }> = {
  'zh-CN': { locale: 'en', name: 'English' },
  en: { locale: 'zh-CN', name: '中文' },
};

/** Named in the language it leads to: who needs it cannot read the one around it. */
function LanguageSwitch({ visit }: { visit: Visit }) {
  const { locale, name } = OTHER[visit.locale];
  const href = `/lang/${locale}?next=${encodeURIComponent(visit.here)}`;
  return (
    <a class="nav-link" href={href} lang={locale} hreflang={locale} rel="nofollow">
      {name}
    </a>
  );
}

function Footer({ visit, wide }: BarProps) {
  return (
    <footer class="footer">
      <div class={wide ? 'bar bar-wide' : 'bar'}>
        <span>{visit.t('page.site')}</span>
        <a href="/docs">{visit.t('page.docs')}</a>
        <a href="/docs/errors">{visit.t('page.error_codes')}</a>
      </div>
    </footer>
  );
}
