import type { FastifyReply, FastifyRequest } from 'fastify';
import { clearCookie, cookieName, setCookie } from '../platform/http/cookies.ts';

/** Binds a sign-in to the browser that started it. Lax: the way back from the provider starts at another site. */
const BROWSER = 'sign_in';
/** Which provider opened which session, for the page after the log-out. */
const VIA = 'via';
const VIA_FORM = /^([a-z][a-z0-9-]{0,31})\.([A-Za-z0-9_-]{22})$/;

export function setBrowser(reply: FastifyReply, secret: string, maxAge: number): void {
  setCookie(reply, BROWSER, secret, { httpOnly: true, sameSite: 'lax', maxAge });
}

export function clearBrowser(reply: FastifyReply): void {
  clearCookie(reply, BROWSER);
}

export function readBrowser(request: FastifyRequest): string {
  return read(request, BROWSER) ?? '';
}

export function setVia(
  reply: FastifyReply,
  provider: string,
  session: { id: string },
  maxAge: number,
): void {
  setCookie(reply, VIA, `${provider}.${session.id}`, { httpOnly: true, sameSite: 'lax', maxAge });
}

export function clearVia(reply: FastifyReply): void {
  clearCookie(reply, VIA);
}

export function readVia(
  request: FastifyRequest,
): { provider: string; session_id: string } | undefined {
  const [, provider, session_id] = VIA_FORM.exec(read(request, VIA) ?? '') ?? [];
  return provider && session_id ? { provider, session_id } : undefined;
}

function read(request: FastifyRequest, name: string): string | undefined {
  return request.cookies[cookieName(request.server.ctx.config.BASE_URL, name)];
}
