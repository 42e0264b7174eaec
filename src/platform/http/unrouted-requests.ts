import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { chooseLocale } from '../i18n.ts';
import { securityHeaders } from './security-headers.ts';

/**
 * On an address that is no text, or a parameter longer than any id, the router gives up before a hook has run:
 * what the hooks would have done is done here, so that also this answer is one of ours.
 */
export async function rejectUnroutedRequests(
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

/** No percent-encoding: the router answers 400. */
const UNREADABLE = '%';

/**
 * A request line may name a whole address; whatever host it says, from here on there is only the path. It never has a
 * fragment (RFC 9112 §3.2): the router would read past it and others not, so such an address is made one that the
 * router rejects.
 */
export function localForm(url: string): string {
  if (url.includes('#')) return `${localForm(url.split(/[?#]/, 1)[0] || '/')}${UNREADABLE}`;
  if (url.startsWith('/') || !URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}
