import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../refusals.ts';
import { randomToken, type Secrets } from '../secrets.ts';
import { isApi } from './page.ts';

const PURPOSE = 'csrf';
const NONCE_BYTES = 12;
const UNSAFE = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

export function isUnsafe(method: string): boolean {
  return UNSAFE.has(method);
}

/** A token that only this site can sign, valid only together with its credential. */
export function createCsrfToken(secrets: Secrets, credential: string): string {
  const nonce = randomToken(NONCE_BYTES);
  return `${nonce}.${secrets.sign(PURPOSE, `${credential}.${nonce}`)}`;
}

/**
 * D6: the browser's headers name this site as the source of the request. A client that sends neither Sec-Fetch-Site nor
 * Origin is no browser; it still needs the token.
 */
export function assertSameSite(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  const origin = request.headers.origin;
  const { BASE_URL } = request.server.ctx.config;
  const trusted = site ? site === 'same-origin' || site === 'none' : !origin || origin === BASE_URL;
  if (!trusted) throw new Refusal('csrf_failed');
}

export function assertCsrfToken(request: FastifyRequest, credential: string): void {
  const [nonce, signature] = (presentedToken(request) ?? '').split('.');
  const { secrets } = request.server.ctx;
  const genuine =
    nonce && signature && secrets.verify(PURPOSE, `${credential}.${nonce}`, signature);
  if (!genuine || !credential) throw new Refusal('csrf_failed');
}

/** In the header, or as a field of a form that works without scripts; never in a query string. */
function presentedToken(request: FastifyRequest): string | undefined {
  const header = request.headers['x-csrf-token'];
  if (typeof header === 'string') return header;
  if (!isForm(request)) return undefined;
  const { csrf_token: field } = (request.body ?? {}) as { csrf_token?: unknown };
  return typeof field === 'string' ? field : undefined;
}

const JSON_TYPE = /^application\/json\s*(;|$)/i;
const FILE_TYPE = /^multipart\/form-data\s*;/i;

/** The API takes JSON, or one file on upload routes; other types, which a foreign form can send, are refused. */
export function assertContentType(request: FastifyRequest): void {
  const type = request.headers['content-type'];
  if (!isApi(request)) return;
  const { multipart } = request.route.config;
  const expected = multipart ? FILE_TYPE : JSON_TYPE;
  if ((type || multipart) && !expected.test(type ?? ''))
    throw new Refusal('unsupported_media_type');
}

export function isForm(request: FastifyRequest): boolean {
  return request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
}
