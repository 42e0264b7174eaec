import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../platform/http/app-types.ts';
import { idFrom } from '../platform/http/page.ts';
import { versionsOfNewest } from '../reading/actions/versions.ts';
import { readFeed } from './actions.ts';
import { formatAtom } from './atom.ts';
import type { Feed } from './feed.ts';
import { formatJsonFeed } from './json-feed.ts';
import { formatRss } from './rss.ts';
import { readSitemap, readSitemapIndex } from './sitemap.ts';

type Format = { type: string; format: (feed: Feed) => string };

const XML = 'application/xml; charset=utf-8';
/** D55: no cache may serve a hidden post's address. */
const SITEMAP_CACHE = 'no-store';

const FORMATS: Record<string, Format> = {
  'feed.xml': { type: 'application/rss+xml; charset=utf-8', format: formatRss },
  'feed.atom': { type: 'application/atom+xml; charset=utf-8', format: formatAtom },
  'feed.json': { type: 'application/feed+json; charset=utf-8', format: formatJsonFeed },
};

/** For programs: the newest posts as RSS, Atom and JSON Feed, of the site and of each author, and the sitemap. */
export function feedPages(app: App): void {
  app.get('/sitemap.xml', { config: { access: 'public' } }, async (request, reply) => {
    reply.type(XML).header('cache-control', SITEMAP_CACHE);
    return readSitemapIndex(request.ctx);
  });

  app.get<{ Params: { file: string } }>(
    '/sitemaps/:file',
    { config: { access: 'public' } },
    async (request, reply) => {
      const file = idFrom(request.params.file.replace(/\.xml$/, ''));
      reply.type(XML).header('cache-control', SITEMAP_CACHE);
      return readSitemap(request.ctx, file);
    },
  );

  for (const [name, format] of Object.entries(FORMATS)) {
    app.get(
      `/${name}`,
      { config: { access: 'public', cached: versionsOfNewest } },
      (request, reply) => sendFeed(request, reply, format),
    );

    app.get<{ Params: { uid: string } }>(
      `/space/:uid/${name}`,
      { config: { access: 'public' } },
      (request, reply) => sendFeed(request, reply, format, idFrom(request.params.uid)),
    );
  }
}

async function sendFeed(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, format }: Format,
  author?: number,
): Promise<string> {
  const [path = ''] = request.url.split('?');
  const feed = await readFeed(request.ctx, {
    path,
    locale: request.locale,
    ...(author === undefined ? {} : { author }),
  });
  const text = format(feed);
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  reply
    .type(type)
    .header('etag', etag)
    .header('cache-control', 'private, no-cache')
    .header('vary', 'accept-language, cookie');
  if (request.headers['if-none-match'] !== etag) return text;
  reply.code(304);
  return '';
}
