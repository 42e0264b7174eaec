import type { FastifyReply, FastifyRequest } from 'fastify';
import { clearCookie, cookieName, setCookie } from '../platform/http/cookies.ts';
import { MAIL_TOKEN_FORM } from './rules.ts';

const LINK = 'mail_link';
const LINK_SECONDS = 30 * 60;
const FORM = new RegExp(MAIL_TOKEN_FORM);

/**
 * The token of the opened link, so that the address bar, the history and the referrer do not have it. Lax, not strict:
 * browsers send no strict cookie after a redirect that began on another site, such as a web mail.
 */
export function setLink(reply: FastifyReply, token: string): void {
  const options = { maxAge: LINK_SECONDS, httpOnly: true, sameSite: 'lax' } as const;
  if (FORM.test(token)) setCookie(reply, LINK, token, options);
  else clearLink(reply);
}

export function clearLink(reply: FastifyReply): void {
  clearCookie(reply, LINK);
}

export function readLink(request: FastifyRequest): string | undefined {
  const value = request.cookies[cookieName(request.server.ctx.config.BASE_URL, LINK)];
  return value !== undefined && FORM.test(value) ? value : undefined;
}

const LOGIN_EMAIL = 'login_email';
const LOGIN_EMAIL_SECONDS = 10 * 60;

/** For the log-in form after a reset. */
export function setLoginEmail(reply: FastifyReply, email: string): void {
  const options = { maxAge: LOGIN_EMAIL_SECONDS, httpOnly: true, sameSite: 'strict' } as const;
  setCookie(reply, LOGIN_EMAIL, email, options);
}

export function readLoginEmail(request: FastifyRequest): string {
  return request.cookies[cookieName(request.server.ctx.config.BASE_URL, LOGIN_EMAIL)] ?? '';
}
