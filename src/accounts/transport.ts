import type { FastifyReply, FastifyRequest } from 'fastify';
import { clearCookie, cookieName, setCookie } from '../platform/http/cookies.ts';
import { createCsrfToken } from '../platform/http/csrf.ts';
import { plainAddress } from '../platform/limits/address.ts';
import { randomToken } from '../platform/secrets.ts';
import type { User } from '../users/actions/find-user.ts';
import { presentMe } from '../users/actions/present-user.ts';
import type { Caller, IssuedTokens } from './actions/open-session.ts';
import { DEVICE_COOKIE, setDeviceCookie } from './device-cookie.ts';
import { mintDeviceToken } from './known-device.ts';
import type { OpenedSession } from './schema.ts';
import { parseToken, type TokenKind } from './tokens.ts';

/** SECURITY: the access cookie follows links from elsewhere, the refresh cookie never does. */
const COOKIES = {
  access: { name: 'sid', httpOnly: true, sameSite: 'lax' },
  refresh: { name: 'rt', httpOnly: true, sameSite: 'strict' },
  csrf: { name: 'csrf', httpOnly: false, sameSite: 'strict' },
  pre_session: { name: 'pre', httpOnly: true, sameSite: 'strict' },
  trust: { name: 'trust', httpOnly: true, sameSite: 'strict' },
  passkey: { name: 'passkey', httpOnly: true, sameSite: 'strict' },
  // A log-in through another site leads to the second step, so this one follows links from elsewhere.
  second_step: { name: 'step', httpOnly: true, sameSite: 'lax' },
} as const;

const PRE_SESSION_BYTES = 16;
const PRE_SESSION_SECONDS = 24 * 3600;

export function callerOf(request: FastifyRequest): Caller {
  return {
    // A getter, because few requests need the address.
    get ip() {
      return plainAddress(request.ip);
    },
    user_agent: request.headers['user-agent'] ?? '',
    transport: isBearer(request) ? 'bearer' : 'cookie',
    get device_token() {
      return readDeviceToken(request);
    },
  };
}

/**
 * D5: a request that sends or requests bearer tokens is authenticated by those alone: its cookies are
 * ignored, so another site cannot use them (CSRF).
 */
function isBearer(request: FastifyRequest): boolean {
  if (request.headers.authorization !== undefined) return true;
  const body = request.body as { transport?: unknown } | null | undefined;
  return request.route.config.access === 'public' && body?.transport === 'bearer';
}

export function readToken(request: FastifyRequest, kind: TokenKind): string | undefined {
  if (!isBearer(request)) return readCookie(request, COOKIES[kind].name);
  if (kind === 'access')
    return /^Bearer ([\w.-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const body = request.body as { refresh_token?: string } | null | undefined;
  return body?.refresh_token;
}

/** The CSRF token is bound to this: the session named by the cookies, or before log-in a random value. */
export function readCredential(request: FastifyRequest): string {
  const session =
    parseToken(readCookie(request, COOKIES.access.name)) ??
    parseToken(readCookie(request, COOKIES.refresh.name));
  if (session) return session.session_id;
  return readCookie(request, COOKIES.pre_session.name) ?? '';
}

/** Unlike the credential, this cannot be derived from a session's id. */
export function readSecrets(request: FastifyRequest): string {
  const cookies = [COOKIES.access, COOKIES.refresh, COOKIES.pre_session];
  return [
    request.headers.authorization,
    ...cookies.map(({ name }) => readCookie(request, name)),
  ].join('\n');
}

/** Sends a CSRF token; a client without a session also gets a random cookie to bind it to. */
export function deliverCsrfToken(
  request: FastifyRequest,
  reply: FastifyReply,
): { csrf_token: string } {
  let credential = readCredential(request);
  if (!credential) {
    credential = randomToken(PRE_SESSION_BYTES);
    putCookie(reply, 'pre_session', credential, PRE_SESSION_SECONDS);
  }
  const csrf_token = createCsrfToken(request.server.ctx.secrets, credential);
  putCookie(reply, 'csrf', csrf_token, PRE_SESSION_SECONDS);
  return { csrf_token };
}

/** For the forms of a page rendered for a logged-in member. */
export function createPageToken(request: FastifyRequest): string {
  return createCsrfToken(request.server.ctx.secrets, readCredential(request));
}

/** For forms open to anonymous visitors, such as the log-in. */
export function prepareForm(request: FastifyRequest, reply: FastifyReply): void {
  if (!request.csrfToken) request.csrfToken = deliverCsrfToken(request, reply).csrf_token;
}

/** Sends the tokens in cookies, with a CSRF token for the new session, or in the body. */
export function deliverTokens(
  request: FastifyRequest,
  reply: FastifyReply,
  opened: { user: User; tokens: IssuedTokens },
): OpenedSession {
  const { session, access_token, refresh_token } = opened.tokens;
  const response = {
    user: presentMe(opened.user),
    session_id: session.id,
    access_expires_at: session.access_expires_at.toISOString(),
  };
  if (session.transport === 'bearer') return { ...response, access_token, refresh_token };

  const now = request.server.ctx.now().getTime();
  const secondsUntil = (end: Date) => Math.max(0, Math.floor((end.getTime() - now) / 1000));
  const csrf_token = createCsrfToken(request.server.ctx.secrets, session.id);
  putCookie(reply, 'access', access_token, secondsUntil(session.access_expires_at));
  putCookie(reply, 'refresh', refresh_token, secondsUntil(session.idle_expires_at));
  putCookie(reply, 'csrf', csrf_token, secondsUntil(session.idle_expires_at));
  clearCookie(reply, COOKIES.pre_session.name);
  return { ...response, csrf_token };
}

/** After a log-in with the password, the device also gets a token that identifies it at the next log-in. */
export function deliverLogin(
  request: FastifyRequest,
  reply: FastifyReply,
  opened: { user: User; tokens: IssuedTokens },
): OpenedSession {
  const delivered = deliverTokens(request, reply, opened);
  if (opened.tokens.session.transport === 'bearer') {
    const device_token = mintDeviceToken(request.server.ctx.secrets, opened.user);
    return { ...delivered, device_token };
  }
  setDeviceCookie(reply, opened.user);
  return delivered;
}

export function readDeviceToken(request: FastifyRequest): string | undefined {
  if (!isBearer(request)) return readCookie(request, DEVICE_COOKIE);
  return (request.body as { device_token?: string } | null | undefined)?.device_token;
}

type FactorCookie = 'trust' | 'passkey' | 'second_step';

export function putFactorCookie(
  reply: FastifyReply,
  kind: FactorCookie,
  value: string,
  seconds: number,
): void {
  putCookie(reply, kind, value, seconds);
}

export function readFactorCookie(request: FastifyRequest, kind: FactorCookie): string | undefined {
  return readCookie(request, COOKIES[kind].name);
}

export function clearFactorCookie(reply: FastifyReply, kind: FactorCookie): void {
  clearCookie(reply, COOKIES[kind].name);
}

export function readTrustToken(request: FastifyRequest): string | undefined {
  if (!isBearer(request)) return readCookie(request, COOKIES.trust.name);
  return (request.body as { trust_token?: string } | null | undefined)?.trust_token;
}

export function clearTokens(reply: FastifyReply): void {
  for (const kind of ['access', 'refresh', 'csrf'] as const) clearCookie(reply, COOKIES[kind].name);
}

function putCookie(
  reply: FastifyReply,
  kind: keyof typeof COOKIES,
  value: string,
  maxAge: number,
): void {
  const { name, httpOnly, sameSite } = COOKIES[kind];
  setCookie(reply, name, value, { httpOnly, sameSite, maxAge });
}

function readCookie(request: FastifyRequest, name: string): string | undefined {
  return request.cookies[cookieName(request.server.ctx.config.BASE_URL, name)];
}
