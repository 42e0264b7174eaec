import type { App } from '../platform/http/app-types.ts';
import { localPath, sendPage, type Visit, visitOf } from '../platform/http/page.ts';
import { LOCALES, type Locale } from '../platform/i18n.ts';
import { Refusal } from '../refusals.ts';
import { FAVICON } from '../ui/icon.tsx';
import { Layout } from '../ui/layout.tsx';
import { STYLESHEET } from '../ui/stylesheet.ts';
import { siteHasOwner } from '../users/actions.ts';

const ONE_YEAR_SECONDS = 365 * 24 * 3600;
const ROBOTS = ['/studio', '/admin', '/api/', '/settings', '/lang/'];

const open = { config: { access: 'public' } } as const;
/** Files, not the service: they are served however busy it is, and nobody's limit counts them. */
const file = { config: { access: 'public', internal: true } } as const;

/** What belongs to the site as a whole. */
export function sitePages(app: App): void {
  app.get('/', open, async (request, reply) => {
    const hasOwner = await siteHasOwner(request.ctx.db);
    return sendPage(reply, <Welcome visit={visitOf(request)} hasOwner={hasOwner} />);
  });

  app.get<{ Params: { locale: string }; Querystring: { next?: unknown } }>(
    '/lang/:locale',
    open,
    async (request, reply) => {
      const { locale } = request.params;
      if (!isLocale(locale)) throw new Refusal('not_found');
      const { BASE_URL } = app.ctx.config;
      // The plain name on https too: it is no secret, and it is read before anybody is known.
      reply.setCookie('lang', locale, {
        path: '/',
        maxAge: ONE_YEAR_SECONDS,
        sameSite: 'lax',
        httpOnly: true,
        secure: BASE_URL.startsWith('https:'),
      });
      const { next } = request.query;
      return reply.redirect(localPath(BASE_URL, typeof next === 'string' ? next : undefined), 303);
    },
  );

  app.get('/robots.txt', file, async (_request, reply) => {
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600');
    return ['User-agent: *', ...ROBOTS.map((path) => `Disallow: ${path}`), ''].join('\n');
  });

  app.get(STYLESHEET.url, file, async (_request, reply) => {
    reply
      .type('text/css; charset=utf-8')
      .header('cache-control', `public, max-age=${ONE_YEAR_SECONDS}, immutable`);
    return STYLESHEET.text;
  });

  app.get(FAVICON.url, file, async (_request, reply) => {
    reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400');
    return FAVICON.text;
  });
}

function isLocale(text: string): text is Locale {
  return Object.hasOwn(LOCALES, text);
}

/** Until there are posts to list. */
function Welcome({ visit, hasOwner }: { visit: Visit; hasOwner: boolean }) {
  const { t } = visit;
  return (
    <Layout visit={visit} title={t('page.site')}>
      <h1>{t('home.title')}</h1>
      <p class="lead">{t('home.lead')}</p>
      {hasOwner ? null : (
        <div class="banner banner-info">
          <p class="banner-title">{t('home.no_owner')}</p>
          <p>{t('home.no_owner_hint')}</p>
          <p class="actions">
            <a class="button button-primary" href="/setup">
              {t('home.set_up')}
            </a>
          </p>
        </div>
      )}
      <ul class="cards">
        <li class="card card-link">
          <h2>
            <a href="/docs">{t('docs.title')}</a>
          </h2>
          <p>{t('home.docs')}</p>
        </li>
        <li class="card card-link">
          <h2>
            <a href="/docs/errors">{t('docs.errors_title')}</a>
          </h2>
          <p>{t('home.errors')}</p>
        </li>
      </ul>
    </Layout>
  );
}
