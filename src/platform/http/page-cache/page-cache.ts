import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { createSubjectCache, wasHidden } from '../../cache/subject-cache.ts';
import type { Database } from '../../db/database.ts';
import type { HiddenListener } from '../../db/hidden-listener.ts';
import { onInvalidation, SITE_SUBJECT, type Subject } from '../../invalidations.ts';
import { onClose } from '../admission/on-close.ts';
import type { App } from '../app-types.ts';
import type { Readiness } from '../health.ts';
import { securityHeaders } from '../security-headers.ts';
import { cacheKeyOf } from './cache-key.ts';
import { RecordedDependencies } from './dependencies.ts';
import { createFreshness } from './freshness.ts';
import {
  bytesOf,
  type CachedResponse,
  createResponse,
  type ReadVersions,
  sendCached,
} from './response.ts';

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: declaration merging needs an interface.
  interface FastifyRequest {
    /** Set while this request renders a response that others wait for. */
    rendering: Rendering | undefined;
  }
  // biome-ignore lint/style/useConsistentTypeDefinitions: declaration merging needs an interface.
  interface FastifyInstance {
    pageCache: PageCacheCounts;
  }
}

type PageCacheCounts = {
  hits: number;
  rendered: number;
  /** Responses dropped because their content was hidden. */
  invalidated: number;
  bytes: number;
  isListening(): boolean;
};

type Rendering = {
  key: string;
  readVersions: ReadVersions;
  dependencies: RecordedDependencies;
  /** Subjects hidden since the rendering began; it may have read them before. */
  hidden: Set<Subject>;
  /** The route's version, read before the content. */
  own?: { version: string | null; site: string; checked_at: number };
  done(): void;
};

/** For shared caches. */
const VARY = 'cookie, authorization, accept-language, accept-encoding';
const RENDERED_HEADERS = ['content-type', 'content-security-policy', 'last-modified', 'link'];
const MEGABYTE = 1024 * 1024;

/**
 * Renders responses to anonymous visitors once and sends them from memory. At most once per `PAGE_CACHE_AGE_MS`, a
 * response's version is checked in the database before it is sent again. Hiding content drops every response that shows
 * it at once (ADR 0018). Runs before all expensive hooks.
 */
export function cachePages(
  app: App,
  readiness: Readiness,
  database: Database,
  listener: HiddenListener,
): void {
  const { PAGE_CACHE_MB, SHARED_CACHE_SECONDS, BASE_URL, limits } = app.ctx.config;
  const counts: PageCacheCounts = {
    ...{ hits: 0, rendered: 0, invalidated: 0, bytes: 0 },
    isListening: () => listener.isLive(),
  };
  app.decorate('pageCache', counts);
  app.decorateRequest('rendering', undefined);
  if (PAGE_CACHE_MB === 0) return;
  const responses = createSubjectCache<CachedResponse>(PAGE_CACHE_MB * MEGABYTE, bytesOf);
  const renderings = new Map<string, { promise: Promise<void>; hidden: Set<Subject> }>();
  const freshness = createFreshness({ ctx: app.ctx, database, listener });
  const cacheControl = cacheControlOf(SHARED_CACHE_SECONDS);
  const commonHeaders = securityHeaders(BASE_URL);

  const stop = onInvalidation((subject) => {
    for (const { hidden } of renderings.values()) hidden.add(subject);
    counts.invalidated += responses.drop(subject);
    counts.bytes = responses.size;
  });
  app.addHook('onClose', async () => stop());

  const sendFromCache = (
    request: FastifyRequest,
    reply: FastifyReply,
    response: CachedResponse,
  ) => {
    counts.hits += 1;
    if (readiness.draining) reply.raw.shouldKeepAlive = false;
    // With the anonymous limit on, cached responses carry its headers too.
    sendCached(request, reply, response, limits.anonymous ? reply.getHeaders() : undefined);
    return reply;
  };

  /** Sends the cached response, or makes this request the one that renders it. */
  const serve = async (request: FastifyRequest, reply: FastifyReply, key: string) => {
    await renderings.get(key)?.promise;
    const response = responses.get(key);
    if (response && (await freshness.isCurrent(response)))
      return sendFromCache(request, reply, response);
    // Another request may have begun meanwhile; wait for its response.
    if (renderings.has(key)) return serve(request, reply, key);
    const rendering = begin(request, key);
    request.rendering = rendering;
    // If this request fails, those that wait for its response go on.
    onClose(reply, rendering.done);
    return undefined;
  };

  const begin = ({ route }: FastifyRequest, key: string): Rendering => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const entry = { promise, hidden: new Set<Subject>() };
    renderings.set(key, entry);
    const { cached = noVersions } = route.config;
    return {
      key,
      readVersions: cached,
      dependencies: new RecordedDependencies(),
      hidden: entry.hidden,
      done: () => {
        if (renderings.get(key) === entry) renderings.delete(key);
        resolve();
      },
    };
  };

  const serveFromCache: onRequestHookHandler = (request, reply, next) => {
    const { cached } = request.route.config;
    const key =
      cached && !readiness.draining
        ? cacheKeyOf(request, app.ctx.now(), app.ctx.site.current)
        : undefined;
    if (key === undefined) return next();
    const response = responses.get(key);
    if (response && freshness.isFresh(response)) {
      sendFromCache(request, reply, response);
      freshness.checkEarly(response);
      return;
    }
    serve(request, reply, key).then((sent) => sent ?? next(), next);
  };
  // With the anonymous limit on, cached responses count too: run after the guards.
  if (limits.anonymous) app.addHook('preValidation', serveFromCache);
  else app.addHook('onRequest', serveFromCache);

  // After admission: a rejected request must not cost a statement. From the database that the response is read from,
  // which may be a replica.
  const readOwnVersion = async ({ ctx, params }: FastifyRequest, rendering: Rendering) => {
    ctx.dependencies = rendering.dependencies;
    const checked_at = performance.now();
    rendering.dependencies.subjects.add(SITE_SUBJECT);
    const { version: site } = await app.ctx.site.load();
    const [version] = await rendering.readVersions(ctx, [{ params, subjects: [] }]);
    rendering.own = { version: version?.own ?? null, site, checked_at };
  };
  app.addHook('preHandler', (request, _reply, next) => {
    if (!request.rendering) return next();
    readOwnVersion(request, request.rendering).then(() => next(), next);
  });

  app.addHook('onSend', (request, reply, payload, next) => {
    const { rendering } = request;
    if (!rendering?.own || !isForEverybody(request, reply, payload)) return next(null, payload);
    const { key, dependencies, readVersions, own, hidden } = rendering;
    const { subjects } = dependencies;
    const rendered = createResponse({
      body: Buffer.from(payload),
      headers: {
        ...commonHeaders,
        ...renderedHeaders(reply),
        'cache-control': cacheControl,
        vary: VARY,
      },
      version: { own: own.version, shown: dependencies.versions },
      site: own.site,
      request: { params: request.params, subjects: dependencies.versioned },
      readVersions,
      subjects,
      checked_at: own.checked_at,
      ttl_ms: dependencies.ttl(request.ctx.now()),
    });
    reply.headers(rendered.headers);
    counts.rendered += 1;
    // Synchronous from here: a later invalidation finds the response in the cache.
    if (dependencies.isVersioned && !wasHidden(subjects, hidden)) {
      responses.set(key, rendered);
      counts.bytes = responses.size;
    }
    rendering.done();
    next(null, rendered.body);
  });
}

const noVersions: ReadVersions = async (_ctx, requests) =>
  requests.map(() => ({ own: null, shown: '' }));

/**
 * D55: a shared cache that revalidates each time never sends hidden content. With SHARED_CACHE_SECONDS, an operator
 * accepts hidden content for that long.
 */
function cacheControlOf(seconds: number): string {
  return seconds === 0 ? 'public, no-cache' : `public, max-age=0, s-maxage=${seconds}`;
}

function renderedHeaders(reply: FastifyReply): Record<string, string> {
  const headers = RENDERED_HEADERS.map((name) => [name, reply.getHeader(name)]);
  return Object.fromEntries(headers.filter(([, value]) => value));
}

function isForEverybody(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): payload is string {
  return (
    reply.statusCode === 200 &&
    request.viewer === null &&
    !reply.hasHeader('set-cookie') &&
    typeof payload === 'string'
  );
}
