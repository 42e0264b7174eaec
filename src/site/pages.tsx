import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../platform/http/app-types.ts';
import { localPath, THEMES } from '../platform/http/page.ts';
import { LOCALES } from '../platform/i18n.ts';
import { Refusal } from '../refusals.ts';
import { type Asset, readAssets } from '../ui/assets.ts';
import { FAVICON } from '../ui/icon.tsx';
import { STYLESHEET } from '../ui/stylesheet.ts';

const ONE_YEAR_SECONDS = 365 * 24 * 3600;
const ROBOTS = ['/studio', '/admin', '/api/', '/settings', '/messages', '/lang/', '/theme/'];

const open = { config: { access: 'public' } } as const;
/** Files, not the service: they are served however busy it is, and nobody's limit counts them. */
const file = { config: { access: 'public', internal: true } } as const;

/** What belongs to the site as a whole. */
export function sitePages(app: App): void {
  // Plain names on https too: these are no secrets, and they are read before anybody is known.
  chosenByLink(app, '/lang/:choice', 'lang', Object.keys(LOCALES));
  chosenByLink(app, '/theme/:choice', 'theme', THEMES);

  app.get('/robots.txt', file, async (_request, reply) => {
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600');
    return ['User-agent: *', ...ROBOTS.map((path) => `Disallow: ${path}`), ''].join('\n');
  });

  app.get(STYLESHEET.url, file, async (request, reply) =>
    answerWith(request, reply, STYLESHEET.asset),
  );

  app.get<{ Params: { name: string } }>('/assets/:name', file, async (request, reply) => {
    const asset = readAssets().get(request.params.name);
    if (!asset) throw new Refusal('not_found');
    return answerWith(request, reply, asset);
  });

  app.get(FAVICON.url, file, async (_request, reply) => {
    reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400');
    return FAVICON.text;
  });
}

/** Its address names its content, so it may be kept for ever. */
function answerWith(request: FastifyRequest, reply: FastifyReply, asset: Asset): Buffer {
  const { type, br, body } = asset;
  reply
    .type(type)
    .header('cache-control', `public, max-age=${ONE_YEAR_SECONDS}, immutable`)
    .header('vary', 'accept-encoding');
  if (!br || !/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return body;
  reply.header('content-encoding', 'br');
  return br;
}

/** A preference of this browser, set by following a link, so that it needs no script and no account. */
function chosenByLink(app: App, url: string, cookie: string, choices: readonly string[]): void {
  app.get<{ Params: { choice: string }; Querystring: { next?: unknown } }>(
    url,
    open,
    async (request, reply) => {
      const { choice } = request.params;
      if (!choices.includes(choice)) throw new Refusal('not_found');
      const { BASE_URL } = app.ctx.config;
      reply.setCookie(cookie, choice, {
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
}
