import type { FastifyReply, FastifyRequest } from 'fastify';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Static, TObject } from 'typebox';
import { Value } from 'typebox/value';
import type { Role, UserStatus } from '../../context.ts';
import { Refusal } from '../../refusals.ts';
import { readText } from '../canonical-text.ts';
import { type Locale, type Translate, translator } from '../i18n.ts';
import { clearCookie } from './cookies.ts';
import { PAGE_POLICY } from './security-headers.ts';

/** Who is looking at a page, with what the header shows of them. */
export type Visitor = {
  uid: number;
  name: string;
  avatar_url: string | null;
  level: number;
  exp: number;
  next_level_exp: number | null;
  energy: number;
  role: Role;
  status: UserStatus;
  unread: number;
  checked_in_today: boolean;
};

export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Whether single keys do things; off for who asked for that. */
export const KEYS = ['on', 'off'] as const;

/** What every page knows about the visit it belongs to. */
export type PageView = {
  locale: Locale;
  t: Translate;
  /** Path and query of this page: where the language switch and forms come back to. */
  here: string;
  now: Date;
  theme: Theme;
  keys: (typeof KEYS)[number];
  visitor: Visitor | null;
  /** What the forms of this page carry. Empty where nobody is logged in and the page has asked for none. */
  csrfToken: string;
  /** Something that happened just before, said once. */
  flash: string | undefined;
};

export function pageViewOf(request: FastifyRequest): PageView {
  const { theme, keys } = request.cookies;
  return {
    locale: request.locale,
    t: translator(request.locale),
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
 * Prepares the reply and gives back the document for the handler to return. Sending it from here would
 * let the answer of an idempotent request leave before its transaction commits.
 */
export function sendPage(reply: FastifyReply, page: VNode, status = 200): string {
  return sendRendered(reply, renderPage(page), status);
}

export function renderPage(page: VNode): string {
  return `<!doctype html>${renderToString(page)}`;
}

export function sendRendered(reply: FastifyReply, document: string, status: number): string {
  if (reply.request.flash) clearCookie(reply, 'flash');
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    // Kept for a repeat of the request, a page must stay a page and not become a JSON string.
    .serializer((page: string) => page)
    .header('content-security-policy', PAGE_POLICY)
    .header('cache-control', 'private, no-cache');
  return document;
}

/**
 * Where `next` leads if that is on this site, else the front page. It is read as a browser would read it,
 * because `/\evil`, `/<tab>/evil` and `/.//evil` all end up at another host.
 */
export function localPath(baseUrl: string, next: string | undefined): string {
  if (!next?.startsWith('/') || !URL.canParse(next, baseUrl)) return '/';
  const { origin, pathname, search, hash } = new URL(next, baseUrl);
  if (origin !== new URL(baseUrl).origin || pathname.startsWith('//')) return '/';
  return `${pathname}${search}${hash}`;
}

/** D4: what is no id leads to a page that says so, not to a lecture about the address. */
export function idFrom(text: string | undefined): number {
  const id = /^[1-9]\d{0,15}$/.test(text ?? '') ? Number(text) : 0;
  if (!Number.isSafeInteger(id) || id < 1) throw new Refusal('not_found');
  return id;
}

/**
 * What a page takes from its address, declared in `config.query` so that generated tests walk through it too. An
 * address is typed and shared by people: what makes no sense in it is left out, not refused.
 */
export function queryOf<S extends TObject>(schema: S, request: FastifyRequest): Partial<Static<S>> {
  const query = readText(schema, request.query) as Record<string, unknown>;
  const sound = Object.entries(schema.properties).filter(
    ([name, property]) => query[name] !== undefined && Value.Check(property, query[name]),
  );
  return Object.fromEntries(sound.map(([name]) => [name, query[name]])) as Partial<Static<S>>;
}

/** Pages are everything a person visits: not the API, not files, not health checks. */
export function isPage(request: FastifyRequest): boolean {
  return !isApi(request) && !request.route.config.internal;
}

/** By the route that was found, because an address can be spelt in many ways: `/%61pi/posts` leads there too. */
export function isApi(request: FastifyRequest): boolean {
  return (request.route.url ?? request.url).startsWith('/api/');
}
