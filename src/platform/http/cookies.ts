import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply } from 'fastify';

/**
 * On https the `__Host-` prefix makes the browser refuse the cookie from a sibling subdomain; on plain
 * http (a laptop) such a name would never be stored, so it goes without.
 */
export function cookieName(baseUrl: string, name: string): string {
  return isHttps(baseUrl) ? `__Host-${name}` : name;
}

export function setCookie(
  reply: FastifyReply,
  name: string,
  value: string,
  options: Pick<CookieSerializeOptions, 'maxAge' | 'httpOnly' | 'sameSite'>,
): void {
  const { BASE_URL } = reply.server.ctx.config;
  // Written as a header at once rather than by the plugin at the end: a stored reply must contain it.
  reply.header(
    'set-cookie',
    reply.server.serializeCookie(cookieName(BASE_URL, name), value, {
      path: '/',
      secure: isHttps(BASE_URL),
      ...options,
    }),
  );
}

export function clearCookie(reply: FastifyReply, name: string): void {
  setCookie(reply, name, '', { maxAge: 0 });
}

function isHttps(baseUrl: string): boolean {
  return baseUrl.startsWith('https:');
}
