import type { FastifyRequest } from 'fastify';
import { type App, accessOf } from '../platform/http/app-types.ts';
import { asPage, idOf } from '../platform/http/page.ts';
import { type LOCALES, translator } from '../platform/i18n.ts';
import { readPicture } from '../platform/images/card/files.ts';
import type { Site } from '../platform/site.ts';
import { DOWNLOAD_MS } from '../platform/time-budget.ts';
import { getSiteIcon } from '../site-settings/actions.ts';
import { ICON_URL, iconUrl } from '../ui/logo.tsx';
import { THEME_COLORS } from '../ui/theme-colors.ts';
import { getQrCode, getSharePicture } from './actions.ts';
import { SITE_PICTURE_URL } from './views/preview-tags.tsx';

/** D55: as uploaded images are cached: shared caches revalidate on every request, browsers after a minute. */
const CACHE_CONTROL = 'public, max-age=60, s-maxage=0, must-revalidate';
const ONE_DAY = 'public, max-age=86400';
/** The address names the version. */
const ONE_YEAR = 'public, max-age=31536000, immutable';

/** Static files: served under any load, and not counted by limits. */
const file = { config: { access: 'public', internal: true } } as const;
const ICONS: Record<string, { name: string; type: string }> = {
  '/favicon.ico': { name: 'favicon.ico', type: 'image/x-icon' },
  // Browsers of Apple ask for this address on their own.
  '/apple-touch-icon.png': { name: 'apple-touch-icon.png', type: 'image/png' },
  // In the header of a site with a logo of its own, and in its mails.
  '/icons/96.png': { name: 'icon-96.png', type: 'image/png' },
  '/icons/192.png': { name: 'icon-192.png', type: 'image/png' },
  '/icons/512.png': { name: 'icon-512.png', type: 'image/png' },
  '/icons/maskable-512.png': { name: 'maskable-512.png', type: 'image/png' },
  [SITE_PICTURE_URL]: { name: 'share.jpg', type: 'image/jpeg' },
};

/** What other programs show of the site: pictures for links, QR codes, icons, the manifest. */
export function sharingPages(app: App): void {
  const config = accessOf('public', [], 'exempt');
  app.get(
    '/posts/:id/share.jpg',
    { config: { ...config, download: true, handler_ms: DOWNLOAD_MS } },
    async (request, reply) => {
      const { version, read } = await getSharePicture(request.ctx, idOf(request));
      const isKnown = hasVersion(request, version);
      // Before the headers, which must not go with an error.
      const bytes = isKnown ? null : await read();
      reply
        .code(isKnown ? 304 : 200)
        .headers({ etag: `"${version}"`, 'cache-control': CACHE_CONTROL, ...FOR_OTHER_SITES })
        .type('image/jpeg');
      return bytes;
    },
  );

  app.get('/posts/:id/qr.svg', asPage('public'), async (request, reply) => {
    const code = await getQrCode(request.ctx, idOf(request));
    reply.type('image/svg+xml').header('cache-control', CACHE_CONTROL);
    return code;
  });

  for (const [url, { name, type }] of Object.entries(ICONS)) {
    app.get(url, file, async ({ query }, reply) => {
      const own = await getSiteIcon(app.ctx, name);
      const isVersioned =
        own !== undefined && (query as { v?: string }).v === app.ctx.site.current.logo;
      const cached = isVersioned ? ONE_YEAR : own ? 'public, no-cache' : ONE_DAY;
      reply.type(type).headers({ 'cache-control': cached, ...FOR_OTHER_SITES });
      return own ?? readPicture(name);
    });
  }

  app.get('/manifest.webmanifest', file, async (request, reply) => {
    reply
      .type('application/manifest+json; charset=utf-8')
      .headers({ 'cache-control': 'public, no-cache', vary: 'accept-language, cookie' });
    return JSON.stringify(manifestOf(request.locale, await app.ctx.site.load()));
  });
}

/** Chats in a browser show a picture from its address. It shows nothing that is not public. */
const FOR_OTHER_SITES = { 'cross-origin-resource-policy': 'cross-origin' };

/** Whether the client has this version of a picture. */
function hasVersion({ headers }: FastifyRequest, version: string): boolean {
  const known = headers['if-none-match']?.split(',') ?? [];
  return known.some((one) => one.trim().replace(/^W\//, '') === `"${version}"`);
}

function manifestOf(locale: keyof typeof LOCALES, site: Site) {
  const t = translator(locale, site.name);
  const icon = (src: string, sizes: string, type: string, purpose = 'any') => ({
    ...{ src, sizes, type, purpose },
  });
  return {
    name: t('page.site'),
    short_name: t('page.site'),
    description: site.description || t('reading.tagline'),
    lang: locale,
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    theme_color: THEME_COLORS.light,
    background_color: THEME_COLORS.light,
    icons: [
      ...(site.logo ? [] : [icon(ICON_URL, 'any', 'image/svg+xml')]),
      icon(iconUrl('192', site), '192x192', 'image/png'),
      icon(iconUrl('512', site), '512x512', 'image/png'),
      icon(iconUrl('maskable-512', site), '512x512', 'image/png', 'maskable'),
    ],
  };
}
