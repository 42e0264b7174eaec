import type { FastifyReply, FastifyRequest } from 'fastify';
import { clearCookie, cookieName, setCookie } from '../platform/http/cookies.ts';
import { isToken } from './rules.ts';

const NAME = 'invitation';
const SECONDS = 3600;

/**
 * The token of the opened link, so that it is in no referrer, and still there after a sign-in at another site. Lax, as
 * for the links of mails.
 */
export function setInvitation(reply: FastifyReply, token: string): void {
  setCookie(reply, NAME, token, { maxAge: SECONDS, httpOnly: true, sameSite: 'lax' });
}

export function clearInvitation(reply: FastifyReply): void {
  const { cookies, server } = reply.request;
  if (cookies[cookieName(server.ctx.config.BASE_URL, NAME)] !== undefined) clearCookie(reply, NAME);
}

export function readInvitation(request: FastifyRequest): string | undefined {
  const value = request.cookies[cookieName(request.server.ctx.config.BASE_URL, NAME)];
  return value !== undefined && isToken(value) ? value : undefined;
}
