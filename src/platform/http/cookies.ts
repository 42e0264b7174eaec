import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply } from 'fastify';

/**
 * On https, the `__Host-` prefix makes the browser reject the cookie from a sibling subdomain. On plain http (a laptop)
 * browsers do not store such a name, so there is no prefix.
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
  // Set as a header now, not by the plugin at the end: an idempotent reply is stored with its cookies.
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
