import type { ComponentChildren } from 'preact';
import type { PageView } from '../platform/http/page.ts';
import { translator } from '../platform/i18n.ts';
import { type Entry, scriptsOf } from './assets.ts';
import { BottomBar } from './bottom-bar.tsx';
import { countOf } from './counts.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { FAVICON } from './icon.tsx';
import { LoginDialog } from './login-dialog.tsx';
import { perLocale } from './per-locale.ts';
import { Standing } from './standing.tsx';
import { STYLESHEET } from './stylesheet.ts';

type LayoutProps = {
  visit: PageView;
  title: string;
  /** Tables, desks and references need the room; reading does not. */
  wide?: boolean;
  /** What this page runs besides what all pages run. */
  scripts?: Entry[];
  description?: string;
  /** The address that stands for this page, where several show it. */
  canonical?: string;
  children: ComponentChildren;
};

/** A whole document. The one `h1` is the page's own. */
export function Layout(props: LayoutProps) {
  const { visit, title, wide = false, scripts = [], description, canonical, children } = props;
  const { t, theme, visitor } = visit;
  const site = t('page.site');
  const unread = visitor && visitor.unread > 0 ? `(${countOf(visitor.unread)}) ` : '';
  return (
    <html lang={visit.locale} {...(theme === 'auto' ? {} : { 'data-theme': theme })}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content={theme === 'auto' ? 'light dark' : theme} />
        <title>{`${unread}${title === site ? site : `${title} · ${site}`}`}</title>
        {description ? <meta name="description" content={description} /> : null}
        {canonical ? <link rel="canonical" href={canonical} /> : null}
        <link rel="stylesheet" href={STYLESHEET.url} />
        <link rel="icon" type="image/svg+xml" href={FAVICON.url} />
        {[...new Set((['site', ...scripts] as Entry[]).flatMap(scriptsOf))].map((file) => (
          <script key={file} type="module" src={`/assets/${file}`} />
        ))}
      </head>
      <body data-texts={texts(visit.locale)} data-keys={visit.keys}>
        <a class="skip-link" href="#main">
          {t('page.skip')}
        </a>
        <p class="offline-note" role="status">
          <span>{t('shell.offline')}</span>
        </p>
        <Header visit={visit} wide={wide} />
        <Standing visit={visit} wide={wide} />
        <main id="main" class={wide ? 'main main-wide' : 'main'} tabIndex={-1}>
          {children}
        </main>
        <Footer visit={visit} wide={wide} />
        {visitor ? <BottomBar visit={visit} /> : null}
        <LoginDialog visit={visit} />
        <Toasts visit={visit} />
      </body>
    </html>
  );
}

/** For `ui/client/texts.ts`. */
const texts = perLocale((locale) => {
  const t = translator(locale);
  return JSON.stringify({
    offline: t('shell.offline'),
    unknown: t('refusals.internal'),
    wait: t('shell.wait'),
    log_in: t('shell.log_in'),
    check_field: t('shell.check_field'),
  });
});

function Toasts({ visit }: { visit: PageView }) {
  const { flash, t } = visit;
  return (
    <div class="toasts">
      <div id="toasts" role="status">
        {flash ? <p class="toast toast-info">{t(`flash.${flash}` as never)}</p> : null}
      </div>
      <div id="alerts" role="alert" />
    </div>
  );
}
