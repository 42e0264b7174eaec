import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import type { App } from '../platform/http/app-types.ts';
import { asPage, pageViewOf, paramOf, sendPage, THEMES } from '../platform/http/page.ts';
import { addPreferenceRoute } from '../platform/http/preference-routes.ts';
import { LOCALES } from '../platform/i18n.ts';
import { Refusal } from '../refusals.ts';
import { accentCss } from '../site-settings/accent.ts';
import type { Asset } from '../ui/assets.ts';
import { createFindAsset } from '../ui/find-asset.ts';
import { ACCENT_URL, ICON, ICON_URL, iconIn } from '../ui/logo.tsx';
import { EnergyPage } from './views/energy-page.tsx';

const ONE_YEAR_SECONDS = 365 * 24 * 3600;
/** Pages for members, and lists without end. Feeds and pictures are allowed. */
const ROBOTS = [
  ...['/studio', '/admin', '/api/', '/settings', '/messages', '/setup', '/restore'],
  ...['/login', '/register', '/search', '/lang/', '/theme/', '/posts/*/folders', '/*?cursor='],
];

/** Static files: served under any load, and not counted by limits. */
const file = { config: { access: 'public', internal: true } } as const;

/** Preferences, the pages about the site, robots.txt, assets and icon. */
export function sitePages(app: App, ctx: Context): void {
  // No `__Host-` prefix: these are not secret, and the page cache reads them.
  addPreferenceRoute(app, '/lang/:choice', 'lang', Object.keys(LOCALES));
  addPreferenceRoute(app, '/theme/:choice', 'theme', THEMES);

  app.get('/about/energy', asPage('optional'), async (request, reply) =>
    sendPage(reply, <EnergyPage visit={pageViewOf(request)} />),
  );

  app.get('/robots.txt', file, async (_request, reply) => {
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600');
    const sitemap = new URL('/sitemap.xml', ctx.config.BASE_URL).href;
    const rules = ROBOTS.map((path) => `Disallow: ${path}`);
    return ['User-agent: *', ...rules, `Sitemap: ${sitemap}`, ''].join('\n');
  });

  const findAsset = createFindAsset(ctx);
  app.get('/assets/:name', file, async (request, reply) => {
    const asset = await findAsset(paramOf(request, 'name'));
    if (!asset) throw new Refusal('not_found');
    return sendAsset(request, reply, asset);
  });

  app.get(ICON_URL, file, async (_request, reply) => {
    const { accent } = await ctx.site.load();
    reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400');
    return accent ? iconIn(accent.light.accent, accent.light.on) : ICON;
  });

  app.get(ACCENT_URL, file, async ({ query }, reply) => {
    const { accent, version } = await ctx.site.load();
    const isCurrent = (query as { v?: string }).v === version;
    const cached = isCurrent
      ? `public, max-age=${ONE_YEAR_SECONDS}, immutable`
      : 'public, no-cache';
    reply.type('text/css; charset=utf-8').header('cache-control', cached);
    return accent ? accentCss(accent) : '';
  });
}

/** The URL contains a hash of the content, so browsers may cache it as immutable. */
function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): Buffer {
  const { type, br, body } = asset;
  reply
    .type(type)
    .header('cache-control', `public, max-age=${ONE_YEAR_SECONDS}, immutable`)
    .header('vary', 'accept-encoding');
  if (!br || !/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return body();
  reply.header('content-encoding', 'br');
  return br;
}
