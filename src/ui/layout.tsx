import type { ComponentChildren } from 'preact';
import type { Script, Sheet } from '../client-files.ts';
import { memoize } from '../platform/cache/memoize.ts';
import { isEvening } from '../platform/clock.ts';
import type { PageView } from '../platform/http/page.ts';
import { translator } from '../platform/i18n.ts';
import { DEFAULT_ZONE } from '../platform/shown-zone.ts';
import { ActionForm } from './action-form.tsx';
import { listScripts, listSheets } from './assets.ts';
import { formatCount } from './format-count.ts';
import { accentUrl, BrowserIcon } from './logo.tsx';
import { memoizeByLocale } from './memoize-by-locale.ts';
import { memoizedHtml } from './memoized-html.ts';
import { BottomBar } from './shell/bottom-bar.tsx';
import { Footer } from './shell/footer.tsx';
import { Header } from './shell/header.tsx';
import { LoginDialog } from './shell/login-dialog.tsx';
import { ViewerStateBar } from './shell/viewer-state-bar.tsx';
import { EVENING_COLORS, THEME_COLORS } from './theme-colors.ts';

type LayoutProps = {
  visit: PageView;
  title: string;
  /** For tables, the studio, the admin pages and references. */
  wide?: boolean;
  /** Scripts besides `site`, which every page loads. */
  scripts?: Script[];
  /** Style sheets besides `site`. */
  sheets?: Sheet[];
  description?: string;
  /** The one path of a public page, whatever parameters its address has. */
  canonical?: string;
  /** Search engines leave the page out. */
  noindex?: boolean;
  /** The feed of a list of posts; the site's, if none is named. */
  feed?: string;
  /** For search engines and link previews. */
  head?: ComponentChildren;
  children: ComponentChildren;
};

/** A whole document. The page provides the one `h1`. */
export function Layout(props: LayoutProps) {
  const { visit, title, wide = false, scripts = [], sheets = [], children } = props;
  const { description, canonical, noindex, feed = '/feed.atom', head = null } = props;
  const { t, theme, visitor } = visit;
  const site = t('page.site');
  const unread = visitor && visitor.unread > 0 ? `(${formatCount(visitor.unread)}) ` : '';
  return (
    <html
      lang={visit.locale}
      {...(theme === 'auto' ? {} : { 'data-theme': theme })}
      {...(isEvening(visit.now, visit.site.time_zone) ? { 'data-hour': 'evening' } : {})}
      {...(visit.site.time_zone === DEFAULT_ZONE ? {} : { 'data-zone': visit.site.time_zone })}
    >
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content={theme === 'auto' ? 'light dark' : theme} />
        <title>{`${unread}${title === site ? site : `${title} · ${site}`}`}</title>
        {description ? <meta name="description" content={description} /> : null}
        {noindex ? <meta name="robots" content="noindex" /> : null}
        {canonical ? <link rel="canonical" href={`${visit.origin}${canonical}`} /> : null}
        {head}
        {listSheets(['site', ...sheets]).map((url) => (
          <link key={url} rel="stylesheet" href={url} />
        ))}
        {visit.site.accent ? <link rel="stylesheet" href={accentUrl(visit.site)} /> : null}
        <link rel="alternate" type="application/atom+xml" title={site} href={feed} />
        <link rel="manifest" href="/manifest.webmanifest" />
        <BrowserIcon site={visit.site} />
        <ThemeColors visit={visit} />
        <Scripts names={['site', ...scripts]} />
      </head>
      <body data-texts={texts(visit.locale)} data-keys={visit.keys} {...idleData(visit)}>
        <a class="skip-link" href="#main">
          {t('page.skip')}
        </a>
        <p class="offline-note" role="status">
          <span>{t('shell.offline')}</span>
        </p>
        <Header visit={visit} wide={wide} />
        <ViewerStateBar visit={visit} wide={wide} />
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

const Scripts = memoizedHtml(({ names }: { names: Script[] }) => (
  <>
    {listScripts(names).map((url) => (
      <script key={url} type="module" src={url} />
    ))}
  </>
));

/**
 * What is loaded when the page is idle: for everybody what reads offline (`offline/client`), for members the event stream
 * (`live/client`), whose it is, and as of when the page is.
 */
function idleData({ visitor, now, site }: PageView): object {
  return {
    'data-idle': listIdleScripts(visitor ? 'live offline' : 'offline'),
    ...(site.offline ? { 'data-worker': '' } : {}),
    ...(visitor ? { 'data-viewer': `${visitor.uid}.${now.getTime()}` } : {}),
  };
}

/** Without those that every page loads at once. */
const listIdleScripts = memoize((names: 'live offline' | 'offline') => {
  const critical = listScripts(['site']);
  const idle = listScripts(names.split(' ') as Script[]);
  return idle.filter((url) => !critical.includes(url)).join(' ');
});

/** What a browser draws around the page. */
function ThemeColors({ visit: { theme, now, site } }: { visit: PageView }) {
  const colors = isEvening(now, site.time_zone) ? EVENING_COLORS : THEME_COLORS;
  if (theme !== 'auto') return <meta name="theme-color" content={colors[theme]} />;
  return (
    <>
      <meta name="theme-color" content={colors.light} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={colors.dark} />
    </>
  );
}

/** For `ui/client/texts.ts`. */
const texts = memoizeByLocale((locale) => {
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
  const { flash, t, visitor } = visit;
  const text = flash ? t(`flash.${flash}` as never) : null;
  return (
    <div class="toasts">
      <div id="toasts" role="status">
        {text && visitor?.undo ? (
          // Stays until the next page: a message with a button must not disappear under the pointer.
          <div class="toast-undo">
            {text}
            <ActionForm visit={visit} action={visitor.undo}>
              <button class="button button-small" type="submit">
                {t('shell.undo')}
              </button>
            </ActionForm>
          </div>
        ) : text ? (
          <p class="toast toast-info">{text}</p>
        ) : null}
      </div>
      <div id="alerts" role="alert" />
    </div>
  );
}
