import type { FastifyReply, FastifyRequest } from 'fastify';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { type Locale, type Translate, translator } from '../i18n.ts';
import { PAGE_POLICY } from './security-headers.ts';

/** What every page knows about the visit it belongs to. */
export type Visit = {
  locale: Locale;
  t: Translate;
  /** Path and query of this page: where the language switch comes back to. */
  here: string;
};

export function visitOf(request: FastifyRequest): Visit {
  return { locale: request.locale, t: translator(request.locale), here: request.url };
}

/**
 * Prepares the reply and gives back the document for the handler to return. Sending it from here would
 * let the answer of an idempotent request leave before its transaction commits.
 */
export function sendPage(reply: FastifyReply, page: VNode, status = 200): string {
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    // Kept for a repeat of the request, a page must stay a page and not become a JSON string.
    .serializer((page: string) => page)
    .header('content-security-policy', PAGE_POLICY)
    .header('cache-control', 'private, no-cache');
  return `<!doctype html>${renderToString(page)}`;
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
