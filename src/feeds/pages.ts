import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../platform/http/app-types.ts';
import { idOf, paramOf, routedIdFrom } from '../platform/http/page.ts';
import { versionsOfNewest } from '../reading/actions/versions.ts';
import { type FeedSource, readFeed } from './actions/read-feed.ts';
import { readSitemap, readSitemapIndex } from './actions/read-sitemap.ts';
import { formatAtom } from './atom.ts';
import { FEED_NAMES, type Feed, type FeedName } from './feed.ts';
import { formatJsonFeed } from './json-feed.ts';
import { formatRss } from './rss.ts';

const XML = 'application/xml; charset=utf-8';
/** D55: no cache may serve a hidden post's address. */
const SITEMAP_CACHE = 'no-store';

const FORMATS: Record<FeedName, { type: string; format: (feed: Feed) => string }> = {
  'feed.xml': { type: 'application/rss+xml; charset=utf-8', format: formatRss },
  'feed.atom': { type: 'application/atom+xml; charset=utf-8', format: formatAtom },
  'feed.json': { type: 'application/feed+json; charset=utf-8', format: formatJsonFeed },
};

/** `public`: the reader is not looked up, because a feed is the same for everybody. */
const asFeed = { config: { access: 'public' } } as const;

/** For programs: the newest posts as RSS, Atom and JSON Feed, of the site, authors, series and tags, and the sitemap. */
export function feedPages(app: App): void {
  app.get('/sitemap.xml', asFeed, async (request, reply) => {
    reply.type(XML).header('cache-control', SITEMAP_CACHE);
    return readSitemapIndex(request.ctx);
  });

  app.get('/sitemaps/:file', asFeed, async (request, reply) => {
    reply.type(XML).header('cache-control', SITEMAP_CACHE);
    return readSitemap(request.ctx, paramOf(request, 'file'));
  });

  for (const name of FEED_NAMES) {
    app.get(
      `/${name}`,
      { config: { access: 'public', cached: versionsOfNewest } },
      (request, reply) => sendFeed(request, reply, name, 'site'),
    );

    app.get(`/space/:uid/${name}`, asFeed, (request, reply) =>
      sendFeed(request, reply, name, { author: idOf(request, 'uid') }),
    );

    app.get(`/series/:id/${name}`, asFeed, (request, reply) =>
      sendFeed(request, reply, name, { series: routedIdFrom(paramOf(request, 'id')) }),
    );

    app.get(`/tags/:slug/${name}`, asFeed, (request, reply) =>
      sendFeed(request, reply, name, { tag: paramOf(request, 'slug') }),
    );
  }
}

async function sendFeed(
  request: FastifyRequest,
  reply: FastifyReply,
  name: FeedName,
  source: FeedSource,
): Promise<string> {
  const { locale } = request;
  const feed = await readFeed(request.ctx, source, { name, locale });
  const { type, format } = FORMATS[name];
  const text = format(feed);
  const etag = etagOf(text);
  reply
    .type(type)
    .header('etag', etag)
    .header('last-modified', feed.updated.toUTCString())
    .header('cache-control', 'private, no-cache')
    .header('vary', 'accept-language, cookie');
  if (feed.hub !== null)
    reply.header('link', `<${feed.hub}>; rel="hub", <${feed.feedUrl}>; rel="self"`);
  if (!isKnown(request, etag, feed.updated)) return text;
  reply.code(304);
  return '';
}

/** As the page cache makes them, so that a feed has one tag on both ways. */
function etagOf(text: string): string {
  return `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
}

/** RFC 9110: the date counts only without a tag. */
function isKnown({ headers }: FastifyRequest, etag: string, updated: Date): boolean {
  const { 'if-none-match': tags, 'if-modified-since': since } = headers;
  if (tags !== undefined) return tags.split(',').some((one) => one.trim() === etag);
  return since !== undefined && Math.floor(updated.getTime() / 1000) * 1000 <= Date.parse(since);
}
