import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../../refusals.ts';
import { createSecrets } from '../secrets.ts';
import {
  assertContentType,
  assertCsrfToken,
  assertSameSite,
  createCsrfToken,
  isForm,
  isUnsafe,
} from './csrf.ts';

const secrets = createSecrets('a key for tests that is long enough to be one');
const BASE_URL = 'https://lamplight.example';
const FORM = 'application/x-www-form-urlencoded';

type Sent = {
  headers?: Record<string, string>;
  body?: unknown;
  url?: string;
  config?: { multipart?: boolean };
};

/** The parts of a request that these guards read. */
function requestOf({ headers = {}, body, url = '/api/x', config = {} }: Sent): FastifyRequest {
  const server = { ctx: { secrets, config: { BASE_URL } } };
  return { headers, body, url, server, route: { url, config } } as never;
}

function codeOf(guard: () => void): string {
  try {
    guard();
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
  return 'passes';
}

test.each([
  ['GET', false],
  ['HEAD', false],
  ['OPTIONS', false],
  ['POST', true],
  ['PUT', true],
  ['PATCH', true],
  ['DELETE', true],
])('D6 %s changes something: %s', (method, unsafe) => {
  expect(isUnsafe(method)).toBe(unsafe);
});

describe('D6 the source of a request, by the headers of the browser', () => {
  test.each<[Record<string, string>, string]>([
    [{}, 'passes'],
    [{ 'sec-fetch-site': 'same-origin' }, 'passes'],
    [{ 'sec-fetch-site': 'none' }, 'passes'],
    [{ 'sec-fetch-site': 'same-site' }, 'csrf_failed'],
    [{ 'sec-fetch-site': 'cross-site' }, 'csrf_failed'],
    [{ 'sec-fetch-site': 'cross-site', origin: BASE_URL }, 'csrf_failed'],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://other.example' }, 'passes'],
    [{ origin: BASE_URL }, 'passes'],
    [{ origin: 'https://other.example' }, 'csrf_failed'],
    [{ origin: 'null' }, 'csrf_failed'],
  ])('%j %s', (headers, verdict) => {
    expect(codeOf(() => assertSameSite(requestOf({ headers })))).toBe(verdict);
  });
});

describe('D6 the token', () => {
  const check = (sent: Sent, credential = 'session') =>
    codeOf(() => assertCsrfToken(requestOf(sent), credential));
  const inHeader = (token: string) => ({ headers: { 'x-csrf-token': token } });
  const inForm = (body: unknown) => ({ headers: { 'content-type': FORM }, body });

  test('is valid in the header or as a form field, and each is different', () => {
    const [one, other] = [createCsrfToken(secrets, 'session'), createCsrfToken(secrets, 'session')];
    expect(one).not.toBe(other);
    expect(one).toMatch(/^[\w-]{16}\.[\w-]{43}$/);
    expect(check(inHeader(one))).toBe('passes');
    expect(check(inForm({ csrf_token: other }))).toBe('passes');
    const byHand = `nonce.${secrets.sign('csrf', 'session.nonce')}`;
    expect(check(inHeader(byHand))).toBe('passes');
  });

  test('is valid for its credential only, and never without one', () => {
    expect(check(inHeader(createCsrfToken(secrets, 'another')))).toBe('csrf_failed');
    expect(check(inHeader(createCsrfToken(secrets, '')), '')).toBe('csrf_failed');
  });

  test('is invalid if it has another purpose, is forged or truncated', () => {
    const token = createCsrfToken(secrets, 'session');
    const [nonce = '', signature = ''] = token.split('.');
    for (const forged of [
      ...['', '.', nonce, `${nonce}.`, `.${signature}`, `x${token}`, `${nonce}.${nonce}`],
      `.${secrets.sign('csrf', 'session.')}`,
      `${nonce}.${secrets.sign('access', `session.${nonce}`)}`,
    ])
      expect(check(inHeader(forged))).toBe('csrf_failed');
    expect(check({})).toBe('csrf_failed');
  });

  test('is not read from JSON, nor from a form if the header has another', () => {
    const token = createCsrfToken(secrets, 'session');
    const json = { headers: { 'content-type': 'application/json' }, body: { csrf_token: token } };
    expect(check(json)).toBe('csrf_failed');
    const both = {
      headers: { 'content-type': FORM, 'x-csrf-token': 'x' },
      body: { csrf_token: token },
    };
    expect(check(both)).toBe('csrf_failed');
  });

  test('a form without a body, without the field or with two of them is refused', () => {
    const token = createCsrfToken(secrets, 'session');
    for (const body of [undefined, null, {}, { csrf_token: [token, token] }, { other: token }])
      expect(check(inForm(body))).toBe('csrf_failed');
  });
});

describe('D6 content types', () => {
  const check = (sent: Sent) => codeOf(() => assertContentType(requestOf(sent)));
  const type = (text: string) => ({ headers: { 'content-type': text } });

  test.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;x',
    'application/json ;charset=utf-8',
    'application/json  ; charset=utf-8',
  ])('the API takes %s', (text) => {
    expect(check(type(text))).toBe('passes');
  });

  test.each([
    'text/plain',
    FORM,
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'application/json x',
    'xapplication/json',
    'text/plain; application/json',
  ])('the API refuses %s', (text) => {
    expect(check(type(text))).toBe('unsupported_media_type');
  });

  test('a request without a body needs no type; a file always does', () => {
    expect(check({})).toBe('passes');
    const file = { url: '/api/file', config: { multipart: true } };
    expect(check(file)).toBe('unsupported_media_type');
    for (const [text, verdict] of [
      ['multipart/form-data; boundary=x', 'passes'],
      ['Multipart/Form-Data ; boundary=x', 'passes'],
      ['multipart/form-data  ;boundary=x', 'passes'],
      ['multipart/form-data', 'unsupported_media_type'],
      ['xmultipart/form-data; boundary=x', 'unsupported_media_type'],
      ['multipart/form-data x; boundary=x', 'unsupported_media_type'],
      ['application/json', 'unsupported_media_type'],
    ] as const)
      expect(check({ ...file, ...type(text) })).toBe(verdict);
  });

  test('pages take forms', () => {
    expect(check({ url: '/login', ...type(FORM) })).toBe('passes');
    expect(isForm(requestOf(type(`${FORM}; charset=utf-8`)))).toBe(true);
    expect(isForm(requestOf(type('application/json')))).toBe(false);
    expect(isForm(requestOf(type(`text/plain; ${FORM}`)))).toBe(false);
    expect(isForm(requestOf({}))).toBe(false);
  });
});
