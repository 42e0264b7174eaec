import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { chooseLocale } from '../i18n.ts';
import { securityHeaders } from './security-headers.ts';

/**
 * For an undecodable URL, or a parameter that is too long, the router fails before any hook has run. This does the work
 * of the hooks, so that the error response is one of ours.
 */
export async function sendFrameworkError(
  ctx: Context,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const locale = chooseLocale(undefined, request.headers['accept-language']);
  const { url, config } = request.routeOptions;
  const route = { url, config };
  Object.assign(request, { ctx, locale, route, cookies: {}, visitor: null, csrfToken: '' });
  reply.headers(securityHeaders(ctx.config.BASE_URL));
  const { errorHandler } = request.server;
  const page: unknown = await errorHandler.call(request.server, error, request, reply);
  if (page !== reply) reply.send(page);
}

/** Invalid percent-encoding: the router responds with 400. */
const UNDECODABLE = '%';

/**
 * Converts an absolute-form request target to origin-form: path and query only, whatever the host (RFC 9112 §3.2). A
 * target never has a fragment; the router would ignore one that others do not, so it becomes a URL the router rejects.
 */
export function toOriginForm(url: string): string {
  if (url.includes('#')) return `${toOriginForm(url.split(/[?#]/, 1)[0] || '/')}${UNDECODABLE}`;
  if (url.startsWith('/') || !URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}
