import type { FastifyReply, FastifyRequest } from 'fastify';
import { clearCookie, cookieName, setCookie } from './cookies.ts';

/** The names of the cookies. */
export type ShownOnce = 'codes' | 'token' | 'webhook' | 'invitation';

const SECONDS = 5 * 60;

/**
 * Takes a secret to the page that a form leads to, without storing it: sealed, in a cookie of this browser. A program
 * that calls the API has it in the response, and gets no cookie.
 */
export function showOnNextPage(
  request: FastifyRequest,
  reply: FastifyReply,
  name: ShownOnce,
  secret: string,
): void {
  if (request.route.config.form === undefined) return;
  const plain = Buffer.from(`${request.member.uid} ${secret}`);
  const sealed = request.ctx.secrets.seal(purposeOf(name), plain).toString('base64url');
  setCookie(reply, name, sealed, { httpOnly: true, sameSite: 'strict', maxAge: SECONDS });
}

/** For one page: reading it deletes the cookie, and not even the history of the browser stores the page. */
export function takeShown(
  request: FastifyRequest,
  reply: FastifyReply,
  name: ShownOnce,
): string | undefined {
  const sealed = request.cookies[cookieName(request.server.ctx.config.BASE_URL, name)];
  if (!sealed) return undefined;
  clearCookie(reply, name);
  const plain = request.ctx.secrets.open(purposeOf(name), Buffer.from(sealed, 'base64url'));
  const [, uid, secret] = /^(\d+) (.*)$/s.exec(plain?.toString() ?? '') ?? [];
  return uid === String(request.member.uid) ? secret : undefined;
}

function purposeOf(name: ShownOnce): string {
  return `shown once: ${name}`;
}
