import type { FastifyRequest } from 'fastify';
import { type App, route } from '../platform/http/app-types.ts';
import { idFrom } from '../platform/http/page.ts';
import { type LOCALES, translator } from '../platform/i18n.ts';
import { readPicture } from '../platform/images/card/files.ts';
import { DOWNLOAD_MS } from '../platform/time-budget.ts';
import { ICON_URL } from '../ui/logo.tsx';
import { THEME_COLORS } from '../ui/theme-colors.ts';
import { getQrCode, getSharePicture } from './actions.ts';
import { SITE_PICTURE_URL } from './views/preview-tags.tsx';

/** D55: as uploaded images are cached: shared caches revalidate on every request, browsers after a minute. */
const CACHE_CONTROL = 'public, max-age=60, s-maxage=0, must-revalidate';
const ONE_DAY = 'public, max-age=86400';

/** Static files: served under any load, and not counted by limits. */
const file = { config: { access: 'public', internal: true } } as const;
const ICONS: Record<string, { name: string; type: string }> = {
  '/favicon.ico': { name: 'favicon.ico', type: 'image/x-icon' },
  // Browsers of Apple ask for this address on their own.
  '/apple-touch-icon.png': { name: 'apple-touch-icon.png', type: 'image/png' },
  '/icons/192.png': { name: 'icon-192.png', type: 'image/png' },
  '/icons/512.png': { name: 'icon-512.png', type: 'image/png' },
  '/icons/maskable-512.png': { name: 'maskable-512.png', type: 'image/png' },
  [SITE_PICTURE_URL]: { name: 'share.jpg', type: 'image/jpeg' },
};

/** What other programs show of the site: pictures for links, QR codes, icons, the manifest. */
export function sharingPages(app: App): void {
  const { config } = route('public', [], 'exempt');
  app.get<{ Params: { id: string } }>(
    '/posts/:id/share.jpg',
    { config: { ...config, download: true, handler_ms: DOWNLOAD_MS } },
    async (request, reply) => {
      const { version, read } = await getSharePicture(request.ctx, idFrom(request.params.id));
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

  app.get<{ Params: { id: string } }>(
    '/posts/:id/qr.svg',
    { config: { access: 'public' } },
    async (request, reply) => {
      const code = await getQrCode(request.ctx, idFrom(request.params.id));
      reply.type('image/svg+xml').header('cache-control', CACHE_CONTROL);
      return code;
    },
  );

  for (const [url, { name, type }] of Object.entries(ICONS)) {
    app.get(url, file, async (_request, reply) => {
      reply.type(type).headers({ 'cache-control': ONE_DAY, ...FOR_OTHER_SITES });
      return readPicture(name);
    });
  }

  app.get('/manifest.webmanifest', file, async (request, reply) => {
    reply
      .type('application/manifest+json; charset=utf-8')
      .headers({ 'cache-control': ONE_DAY, vary: 'accept-language, cookie' });
    return JSON.stringify(manifestOf(request.locale));
  });
}

/** Chats in a browser show a picture from its address. It shows nothing that is not public. */
const FOR_OTHER_SITES = { 'cross-origin-resource-policy': 'cross-origin' };

/** Whether the client has this version of a picture. */
function hasVersion({ headers }: FastifyRequest, version: string): boolean {
  const known = headers['if-none-match']?.split(',') ?? [];
  return known.some((one) => one.trim().replace(/^W\//, '') === `"${version}"`);
}

function manifestOf(locale: keyof typeof LOCALES) {
  const t = translator(locale);
  const icon = (src: string, sizes: string, type: string, purpose = 'any') => ({
    ...{ src, sizes, type, purpose },
  });
  return {
    name: t('page.site'),
    short_name: t('page.site'),
    description: t('reading.tagline'),
    lang: locale,
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    theme_color: THEME_COLORS.light,
    background_color: THEME_COLORS.light,
    icons: [
      icon(ICON_URL, 'any', 'image/svg+xml'),
      icon('/icons/192.png', '192x192', 'image/png'),
      icon('/icons/512.png', '512x512', 'image/png'),
      icon('/icons/maskable-512.png', '512x512', 'image/png', 'maskable'),
    ],
  };
}
