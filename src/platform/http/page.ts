import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Static, TObject } from 'typebox';
import { Value } from 'typebox/value';
import { Refusal } from '../../refusals.ts';
import { readText } from '../canonical-text.ts';
import { type Locale, type Translate, translator } from '../i18n.ts';
import { withShownZone } from '../shown-zone.ts';
import type { Site } from '../site.ts';
import type { Access } from './app-types.ts';
import { clearCookie } from './cookies.ts';
import type { ReadVersions } from './page-cache/response.ts';
import { RoutedId, readRoutedId } from './routed-id.ts';
import { PAGE_POLICY } from './security-headers.ts';
import type { Visitor } from './visitor.ts';

export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Whether single-key shortcuts are on. */
export const KEYS = ['on', 'off'] as const;

/** What every page needs to know about its request. */
export type PageView = {
  locale: Locale;
  t: Translate;
  /** What the owner decided about the site. */
  site: Site;
  /** Of the site, for absolute addresses. */
  origin: string;
  /** Path and query of this page: the language switch and forms return to it. */
  here: string;
  now: Date;
  theme: Theme;
  keys: (typeof KEYS)[number];
  visitor: Visitor | null;
  /** For the forms of this page. Empty for anonymous visitors unless the page needs one. */
  csrfToken: string;
  /** A message about the previous request, shown once. */
  flash: string | undefined;
};

export function pageViewOf(request: FastifyRequest): PageView {
  const { theme, keys } = request.cookies;
  const site = request.server.ctx.site.current;
  return {
    locale: request.locale,
    t: translator(request.locale, site.name),
    site,
    origin: request.server.ctx.config.BASE_URL,
    here: request.url,
    now: request.server.ctx.now(),
    theme: THEMES.find((one) => one === theme) ?? 'auto',
    keys: keys === 'off' ? 'off' : 'on',
    visitor: request.visitor,
    csrfToken: request.csrfToken,
    flash: request.flash,
  };
}

/**
 * Sets the headers and returns the document for the handler to return. Sending it here would precede the commit of an
 * idempotent request.
 */
export function sendPage(reply: FastifyReply, page: VNode, status = 200): string {
  return sendRendered(reply, renderPage(page, reply.server.ctx.site.current), status);
}

/** With times in the zone of the site. */
export function renderPage(page: VNode, { time_zone }: Pick<Site, 'time_zone'>): string {
  return withShownZone(time_zone, () => `<!doctype html>${renderToString(page)}`);
}

export function sendRendered(reply: FastifyReply, document: string, status: number): string {
  if (reply.request.flash) clearCookie(reply, 'flash');
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    // Stored for an idempotent replay, a page must not become a JSON string.
    .serializer((page: string) => page)
    .header('content-security-policy', PAGE_POLICY)
    .header('cache-control', 'private, no-cache');
  return document;
}

/**
 * `next` if it is a path of this site, else the front page. Parsed as a browser parses it, because `/\evil`,
 * `/<tab>/evil` and `/.//evil` all lead to another host.
 */
export function localPath(baseUrl: string, next: string | undefined): string {
  if (!next?.startsWith('/') || !URL.canParse(next, baseUrl)) return '/';
  const { origin, pathname, search, hash } = new URL(next, baseUrl);
  if (origin !== new URL(baseUrl).origin || pathname.startsWith('//')) return '/';
  return `${pathname}${search}${hash}`;
}

/** The options of a page's route, with its query parameters; see `queryOf` and `cached` of the route options. */
export function asPage(access: Access, query?: TObject, cached?: ReadVersions) {
  const config: FastifyContextConfig = {
    access,
    ...(query ? { query } : {}),
    ...(cached ? { cached } : {}),
  };
  return { config };
}

/** A part of the address: `:name`. */
export function paramOf({ params }: FastifyRequest, name: string): string {
  return (params as Record<string, string>)[name] ?? '';
}

/** The same for a part that is an id. */
export function idOf(request: FastifyRequest, name = 'id'): number {
  return idFrom(paramOf(request, name));
}

/** D4: an invalid id is a 404, not a validation error. */
export function idFrom(text: string | undefined): number {
  const id = /^[1-9]\d{0,15}$/.test(text ?? '') ? Number(text) : 0;
  if (!Number.isSafeInteger(id) || id < 1) throw new Refusal('not_found');
  return id;
}

/** The same for an id that may follow its owner's. */
export function routedIdFrom(text: string | undefined): RoutedId {
  if (!Value.Check(RoutedId, text)) throw new Refusal('not_found');
  return readRoutedId(text);
}

/**
 * The query parameters of a page, declared in `config.query` for the generated tests. People type and share URLs, so
 * invalid parameters are ignored, not refused.
 */
export function queryOf<S extends TObject>(schema: S, request: FastifyRequest): Partial<Static<S>> {
  const query = readText(schema, request.query) as Record<string, unknown>;
  const valid = Object.entries(schema.properties).filter(
    ([name, property]) => query[name] !== undefined && Value.Check(property, query[name]),
  );
  return Object.fromEntries(valid.map(([name]) => [name, query[name]])) as Partial<Static<S>>;
}

/** Everything a person visits: not the API, not files, not health checks. */
export function isPage(request: FastifyRequest): boolean {
  return !isApi(request) && !request.route.config.internal;
}

/** By the matched route, because a URL has many spellings: `/%61pi/posts` matches too. */
export function isApi(request: FastifyRequest): boolean {
  return (request.route.url ?? request.url).startsWith('/api/');
}
